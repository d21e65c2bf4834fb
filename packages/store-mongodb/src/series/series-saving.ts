import { type CalendarEvent, isSeries } from "@kalends/core";
import { usageChange } from "@kalends/core/storage";
import type { Access } from "../database/collections.ts";
import { LINKS, linkLocksOf } from "../queries/event-links.ts";
import { noteUsage } from "../queries/term-usage.ts";
import type { PostChange, PostSaving } from "../repositories/post-saving.ts";
import { seriesLockNamesOf, toPredicateLock } from "../transactions/locks.ts";
import { familyOf, type OldEvent, toEventDocument } from "./event-documents.ts";
import { reconcileUsage, saveFollowed, saveTexts } from "./series-state.ts";

/** Name of the lock that transactions hold while they change the terms that count a series. */
const SERIES_USAGE = "series-usage";

const locksOf = (access: Access, event: CalendarEvent, old: OldEvent | null): readonly string[] => [
  ...linkLocksOf(access, event, old),
  ...seriesLocksOf(access, event, old),
];

const seriesLocksOf = (access: Access, event: CalendarEvent, old: OldEvent | null): readonly string[] => {
  const families = new Set([familyOf(event, old), old?.derived.family].filter((id) => id !== undefined));
  // A new series has no occurrences yet, so nothing has to be updated.
  if (families.size === 0 || (event.occurrence === undefined && old?.derived.family === undefined)) return [];
  const { lost, gained } = usageChange(event, old ?? undefined);
  const isCounted = access.isTransaction && lost.ids.length + gained.ids.length > 0;
  const stored = event.occurrence === undefined ? "series" : "occurrence";
  return [...families].flatMap((id) => [
    ...seriesLockNamesOf(access, id, stored),
    ...(isCounted ? [toPredicateLock(SERIES_USAGE, String(id))] : []),
  ]);
};

type Change = PostChange<CalendarEvent, OldEvent>;

/**
 * Marks events that belong to a series as hidden, so that `noteUsage` does not count them. `reconcileUsage`
 * counts them together with their series.
 */
const withoutSeriesEvents = ({ record, old }: Change) => ({
  record: familyOf(record, old) === undefined ? record : { ...record, hideFromListings: true },
  old: old?.derived.family === undefined ? old : { ...old, hideFromListings: true },
});

const noteChanges = async (access: Access, changes: readonly Change[]): Promise<void> => {
  await noteUsage(access, changes.map(withoutSeriesEvents));
  const recurring = changes.filter(({ record, old }) => familyOf(record, old) === record.id);
  for (const { record, old } of recurring)
    if (old?.derived.family !== undefined) await saveFollowed(access, record, old.derived);
  await saveTexts(
    access,
    recurring.map(({ record }) => record),
  );
  // An event that no longer recurs is counted here, because no other step counts it.
  for (const { record } of recurring) if (!isSeries(record)) await reconcileUsage(access, record.id);
};

const OLD_DERIVED = {
  "derived.claimsSlug": 1,
  "derived.family": 1,
  "derived.title": 1,
  "derived.modified": 1,
} as const;

export const EVENT_SAVING: PostSaving<CalendarEvent, OldEvent> = {
  kind: "event",
  collection: "events",
  old: { ...LINKS, slug: 1, externalIds: 1, ...OLD_DERIVED },
  toDocument: toEventDocument,
  locksOf,
  noteChanges,
};
