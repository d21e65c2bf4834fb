import type { Kept, Mirror } from "./mirror.ts";
import { type Json, NAMES } from "./records.ts";
import type { Read } from "./sending.ts";

interface Entry {
  readonly kind: string;
  readonly record: number;
  readonly action: string;
  readonly changes: readonly { readonly member: string; readonly to?: unknown }[];
}

/** Reads the audit log and returns its entries by record, oldest first. */
const readEntries = async (read: Read): Promise<ReadonlyMap<string, readonly Entry[]>> => {
  const entries = new Map<string, Entry[]>();
  for (let cursor: string | undefined = ""; cursor !== undefined; ) {
    const from: string = cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`;
    const { body }: { readonly body: Json } = await read(`/audit?per_page=500${from}`);
    for (const entry of body.entries as readonly Entry[]) {
      const place = `${entry.kind}/${entry.record}`;
      entries.set(place, [entry, ...(entries.get(place) ?? [])]);
    }
    cursor = body.next_cursor as string | undefined;
  }
  return entries;
};

const LIFE = new Set(["created", "trashed", "restored", "deleted"]);

/**
 * Checks the audit entries of a record. The creation and each version must have exactly one entry. Returns a
 * description of the first problem, or `undefined`.
 */
const problemOf = ({ kind, state, isGone }: Kept, entries: readonly Entry[]): string | undefined => {
  if (entries.filter(({ action }) => action === "created").length !== 1) return "is not created once";
  const versions = entries
    .flatMap(({ changes }) => changes)
    .filter(({ member, to }) => member === NAMES[kind].name && to !== undefined)
    .map(({ to }) => Number(/ v(\d+)$/.exec(String(to))?.[1]));
  const wanted = Array.from({ length: state.version - 1 }, (_, index) => index + 2);
  if (versions.join() !== wanted.join()) return `has the versions ${versions.join()}, not ${wanted.join()}`;
  const last = entries.findLast(({ action }) => LIFE.has(action))?.action ?? "";
  return ["trashed", "deleted"].includes(last) === isGone ? undefined : `is ${last} at last`;
};

/** Checks that the audit log contains each write exactly once. */
export const checkAudit = async (mirror: Mirror, read: Read): Promise<void> => {
  const entries = await readEntries(read);
  for (const kept of mirror.kept.values()) {
    const place = `${NAMES[kept.kind].inFeed}/${kept.id}`;
    const problem = problemOf(kept, entries.get(place) ?? []);
    if (problem !== undefined) mirror.mistakes.push(`in the audit log ${place} ${problem}`);
  }
  for (const id of mirror.images.keys())
    if (!entries.has(`image/${id}`)) mirror.mistakes.push(`the audit log lacks the image ${id}`);
};
