import { createHash } from "node:crypto";
import type { ImportedList, JsonObject } from "@kalends/core";
import type { DocumentRepository } from "@kalends/core/storage";

/** Progress of the search for events that no list shows. */
export type ProbeState = {
  /** Highest id that was requested. */
  probed: number;
  found: number;
  /** Number of existing events that the caller may not see. */
  closed: number;
};

/** Progress of the crawl of one list. */
export type ListProgress = {
  /** Number of records in the list before the next page. */
  readonly offset: number;
  readonly length: number;
  /** Request parameters of the current part of the list; see `partsOf`. */
  readonly parameters: Readonly<Record<string, string>>;
  /**
   * State at the start of the part: number of records read before, and number of records in the earlier
   * parts.
   */
  readonly begun: { readonly listed: number; readonly announced: number };
  /** Number of records and failures that the crawl has yielded. */
  readonly listed: number;
  /** Number of them that could not be imported; absent means none. */
  readonly failed?: number;
  readonly total: number;
  /** Number of the pass through the list, from 1. */
  readonly pass: number;
  readonly isOver: boolean;
  readonly probe?: Readonly<ProbeState>;
};

/** Stored progress of an interrupted crawl. */
export interface SavedProgress extends ListProgress {
  /** Marks of the records that were read; see `markOf`. */
  readonly marks: readonly number[];
  readonly ids: readonly number[];
}

/**
 * Storage for the progress of a crawl, so that an interrupted one can be resumed.
 * Source: rules/choices.md#import-resuming.
 */
export interface Checkpoints {
  /** Returns the progress of an earlier run for a list, if it was stored in the last 24 hours. */
  load(list: ImportedList): Promise<SavedProgress | undefined>;
  /** Stores the progress. `marks` and `ids` contain only those added since the last call. */
  save(
    list: ImportedList,
    progress: ListProgress,
    marks: readonly number[],
    ids: readonly number[],
  ): Promise<void>;
  /** Deletes all stored progress of this crawl. */
  clear(): Promise<void>;
}

/** Collection reserved for the calendar itself; no plugin can have this name. */
const COLLECTION = "kalends/import-progress";
const MAX_BREAK_MS = 24 * 3600_000;
const AT_ONCE = 100;

/**
 * Creates checkpoints that are stored as plugin records. `crawl` identifies the source and the user; other
 * crawls do not resume from them.
 */
export const createCheckpoints = (
  documents: DocumentRepository,
  crawl: string,
  now: () => number,
): Checkpoints => {
  const prefix = `${createHash("sha256").update(crawl).digest("hex").slice(0, 32)}/`;
  const pageKey = (list: ImportedList, listed: number, page: number): string =>
    `${prefix}${list}/${String(listed).padStart(12, "0")}/${String(page).padStart(6, "0")}`;
  const below = async function* (
    beginning: string,
  ): AsyncGenerator<readonly [key: string, value: JsonObject]> {
    let key = beginning;
    for (;;) {
      const found = await documents.list({ collection: COLLECTION, beyond: { key }, limit: AT_ONCE });
      for (const document of found) {
        if (!document.key.startsWith(beginning)) return;
        yield [document.key, document.value];
        key = document.key;
      }
      if (found.length < AT_ONCE) return;
    }
  };
  const clear = async (): Promise<void> => {
    const keys: string[] = [];
    for await (const [key] of below(prefix)) keys.push(key);
    for (const key of keys) await documents.remove(COLLECTION, key);
  };
  return {
    async load(list) {
      const head = await documents.find(COLLECTION, `${prefix}${list}`);
      if (head === undefined) return undefined;
      if (now() - Number(head.savedAt) > MAX_BREAK_MS) {
        await clear();
        return undefined;
      }
      const marks: number[] = [];
      const ids: number[] = [];
      for await (const [, value] of below(`${prefix}${list}/`)) {
        marks.push(...numbersOf(value.marks));
        ids.push(...numbersOf(value.ids));
      }
      // Sound: `save` has written it.
      return { ...(head.progress as ListProgress), marks, ids };
    },
    async save(list, progress, marks, ids) {
      for (let start = 0; start < Math.max(marks.length, ids.length); start += AT_ONCE) {
        const end = start + AT_ONCE;
        await documents.save({
          collection: COLLECTION,
          key: pageKey(list, progress.listed, start / AT_ONCE),
          value: { marks: marks.slice(start, end), ids: ids.slice(start, end) },
        });
      }
      const value = { savedAt: now(), progress };
      await documents.save({ collection: COLLECTION, key: `${prefix}${list}`, value });
    },
    clear,
  };
};

const numbersOf = (value: unknown): readonly number[] =>
  Array.isArray(value) ? value.filter((number) => typeof number === "number") : [];
