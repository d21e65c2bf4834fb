import { createHash } from "node:crypto";
import type { DocumentRepository, ImportedList, JsonObject } from "@kalends/core";

/** What is told of the events that no list shows. */
export type ProbeState = {
  /** The highest id that was asked. */
  probed: number;
  found: number;
  /** Events that are there, and not for who asks. */
  closed: number;
};

/** How far the crawl of a list is. */
export type ListProgress = {
  /** How many records of the list come before the page that is next. */
  readonly offset: number;
  readonly length: number;
  /** Marks of the part of the list that is read: see `partsOf`. */
  readonly parameters: Readonly<Record<string, string>>;
  /** Where the part begins: how many records were told before, and how many the parts before have. */
  readonly begun: { readonly told: number; readonly announced: number };
  /** How many records and failures the crawl has told. */
  readonly told: number;
  /** How many of them could not be taken over; absent: none, as far as is known. */
  readonly failed?: number;
  readonly total: number;
  /** From 1: which look through the list this is. */
  readonly pass: number;
  readonly isOver: boolean;
  readonly probe?: Readonly<ProbeState>;
};

/** What a broken-off crawl has left. */
export interface LeftProgress extends ListProgress {
  /** See `markOf`. */
  readonly marks: readonly number[];
  readonly ids: readonly number[];
}

/** Where a crawl keeps how far it is, so that it goes on there. Source: rules/choices.md#import-resuming. */
export interface Checkpoints {
  /** What an earlier run has left of a list, if that was in the last 24 hours. */
  load(list: ImportedList): Promise<LeftProgress | undefined>;
  /** `marks` and `ids` are those that the last time did not know. */
  save(
    list: ImportedList,
    progress: ListProgress,
    marks: readonly number[],
    ids: readonly number[],
  ): Promise<void>;
  /** Forgets all of it. */
  clear(): Promise<void>;
}

/** Of the calendar itself: no plugin has this name. */
const COLLECTION = "kalends/import-progress";
const LONGEST_BREAK_MS = 24 * 3600_000;
const AT_ONCE = 100;

/** Checkpoints in the documents of a store. `crawl` names what is read, and as whom: another crawl does not go on with it. */
export const createCheckpoints = (
  documents: DocumentRepository,
  crawl: string,
  now: () => number,
): Checkpoints => {
  const prefix = `${createHash("sha256").update(crawl).digest("hex").slice(0, 32)}/`;
  const pageKey = (list: ImportedList, told: number, page: number): string =>
    `${prefix}${list}/${String(told).padStart(12, "0")}/${String(page).padStart(6, "0")}`;
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
      if (now() - Number(head.savedAt) > LONGEST_BREAK_MS) {
        await clear();
        return undefined;
      }
      const marks: number[] = [];
      const ids: number[] = [];
      for await (const [, value] of below(`${prefix}${list}/`)) {
        marks.push(...numbersOf(value.marks));
        ids.push(...numbersOf(value.ids));
      }
      // As `save` has written it.
      return { ...(head.progress as ListProgress), marks, ids };
    },
    async save(list, progress, marks, ids) {
      for (let start = 0; start < Math.max(marks.length, ids.length); start += AT_ONCE) {
        const end = start + AT_ONCE;
        await documents.save({
          collection: COLLECTION,
          key: pageKey(list, progress.told, start / AT_ONCE),
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
