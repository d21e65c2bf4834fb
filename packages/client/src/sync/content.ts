import type { CalendarEvent, EventTerm, Term } from "../interface-types.ts";
import { type AnyRecord, isSame, toChange } from "./change-log.ts";
import {
  type ChangesPage,
  type CopiedKind,
  type CopiedRecords,
  KINDS,
  type RecordChange,
} from "./records.ts";

/** Records of a copy by kind and id. A record object is never changed, only replaced. */
export type Content = { readonly [Kind in CopiedKind]: Map<number, CopiedRecords[Kind]> };

type Note = (change: RecordChange) => void;

const COPIED_KINDS: readonly CopiedKind[] = Object.values(KINDS);

export const createContent = (): Content => ({
  event: new Map(),
  venue: new Map(),
  organizer: new Map(),
  category: new Map(),
  tag: new Map(),
});

// The type is safe, because each map contains only records of its kind, which the OpenAPI document defines.
const mapOf = (content: Content, kind: CopiedKind): Map<number, AnyRecord> =>
  content[kind] as Map<number, AnyRecord>;

/** Stores or removes a record. Returns false if this changes nothing. */
const put = (
  content: Content,
  note: Note | undefined,
  kind: CopiedKind,
  id: number,
  after: AnyRecord | undefined,
): boolean => {
  const records = mapOf(content, kind);
  const before = records.get(id);
  if (isSame(before, after)) return false;
  if (after === undefined) records.delete(id);
  else records.set(id, after);
  note?.(toChange(kind, id, before, after));
  return true;
};

const withCount = <T extends EventTerm>(term: T, terms: ReadonlyMap<number, Term>): T => {
  const count = terms.get(term.id)?.count ?? term.count;
  return count === term.count ? term : { ...term, count };
};

/**
 * Returns the event with up-to-date event counts of its categories and tags, taken from the terms in the
 * copy. If only such a count changes, the server reports the term but not its events.
 */
const withCounts = (event: CalendarEvent, { category, tag }: Content): CalendarEvent => {
  const categories = event.categories.map((term) => withCount(term, category));
  const tags = event.tags.map((term) => withCount(term, tag));
  const isUnchanged =
    categories.every((term, at) => term === event.categories[at]) &&
    tags.every((term, at) => term === event.tags[at]);
  return isUnchanged ? event : { ...event, categories, tags };
};

/** Applies all changes of a page to the content. Ignores changes of kinds that the copy does not contain. */
export const applyPage = (content: Content, { changes }: ChangesPage, note?: Note): void => {
  const known = changes.flatMap(({ kind, id, record, deleted }) =>
    COPIED_KINDS.some((copied) => copied === kind)
      ? [{ kind: kind as CopiedKind, id, record: deleted ? undefined : (record as AnyRecord) }]
      : [],
  );
  let areTermsChanged = false;
  for (const { kind, id, record } of known) {
    if (kind === "event") continue;
    const isTerm = kind === "category" || kind === "tag";
    if (put(content, note, kind, id, record) && isTerm) areTermsChanged = true;
  }
  for (const { kind, id, record } of known) {
    if (kind === "event")
      put(content, note, kind, id, record && withCounts(record as CalendarEvent, content));
  }
  if (!areTermsChanged) return;
  for (const [id, event] of content.event) {
    const counted = withCounts(event, content);
    if (counted !== event) put(content, note, "event", id, counted);
  }
};

/**
 * Replaces the records of `content` by the records of `other`. A record that is equal in both keeps its
 * object.
 */
export const replaceContent = (content: Content, other: Content, note: Note): void => {
  for (const kind of COPIED_KINDS) {
    const records = mapOf(other, kind);
    for (const id of [...content[kind].keys()]) {
      if (!records.has(id)) put(content, note, kind, id, undefined);
    }
    for (const [id, record] of records) put(content, note, kind, id, record);
  }
};
