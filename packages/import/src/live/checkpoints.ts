import { createHash } from "node:crypto";
import type { ImportedList, JsonObject } from "@kalends/core";
import type { DocumentRepository } from "@kalends/core/storage";

/** Progress of requesting single ids to find events that no list shows. */
export type ProbeState = {
  /** Highest id that was requested so far. */
  probed: number;
  found: number;
  /** Number of ids whose event exists but is not visible to the import user. */
  closed: number;
};

/** Progress of reading one list of the source. */
export type ListProgress = {
  /** Number of records in the current part (see `parameters`) before the next page to read. */
  readonly offset: number;
  readonly length: number;
  /** Query parameters of the part of the list that is being read. See `partsOf`. */
  readonly parameters: Readonly<Record<string, string>>;
  /**
   * Counts at the start of the current part: records read so far, and records that earlier parts announced.
   */
  readonly begun: { readonly listed: number; readonly announced: number };
  /** Number of records and failures that were yielded so far. */
  readonly listed: number;
  /** Number of yielded records and failures that could not be imported. Absent means none. */
  readonly failed?: number;
  readonly total: number;
  /** Current pass through the list, from 1. A list that changes during reading is read again. */
  readonly pass: number;
  readonly isOver: boolean;
  readonly probe?: Readonly<ProbeState>;
};

/** Stored progress of an interrupted run, for one list. */
export interface SavedProgress extends ListProgress {
  /** Marks (identifying numbers) of the records that were read. See `markOf`. */
  readonly marks: readonly number[];
  readonly ids: readonly number[];
}

/**
 * Stores the progress of reading a source, so that the next run can continue after an interruption.
 * Source: rules/choices.md#import-resuming.
 */
export interface Checkpoints {
  /** Returns the stored progress of a list. Returns `undefined` if none was stored in the last 24 hours. */
  load(list: ImportedList): Promise<SavedProgress | undefined>;
  /** Stores the progress of a list. `marks` and `ids` contain only the values added since the last call. */
  save(
    list: ImportedList,
    progress: ListProgress,
    marks: readonly number[],
    ids: readonly number[],
  ): Promise<void>;
  /** Deletes all stored progress for this source and user. */
  clear(): Promise<void>;
}

/** Name of the plugin-record collection for import progress. Plugins cannot use this name. */
const COLLECTION = "kalends/import-progress";
const MAX_BREAK_MS = 24 * 3600_000;
const AT_ONCE = 100;

/**
 * Creates checkpoints that are stored as plugin records. `crawl` identifies the source and the user, so that
 * imports of other sources do not use this progress.
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
      // The cast is safe: only `save` writes these records.
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
