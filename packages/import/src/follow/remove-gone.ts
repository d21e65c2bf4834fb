import {
  type CalendarEvent,
  type ImportedList,
  type ImportedRecord,
  type ImportedRecords,
  importedRecords,
  type Organizer,
  type Repositories,
  type SiteSettings,
  trashImported,
  type Venue,
} from "@kalends/core";
import type { Store } from "@kalends/core/storage";
import { digestOf, isDetached } from "../merge/content-digest.ts";
import { FIRST_GENERATED_ID } from "../merge/identity.ts";
import type { ImportReport } from "../report/import-report.ts";
import type { Source } from "../source/source.ts";

type TrashedList = Parameters<typeof trashImported>[1];

export interface RemoveGoneOptions {
  /** Source whose lists this run has read completely. */
  readonly source: Pick<Source, "look">;
  /** Name of the source site. Only records that were imported from this site are checked. */
  readonly sourceSite: string;
  /** Local store. With the option `--tell`, its transactions also write their changes to the outbox. */
  readonly store: Store;
  /** True if this run found a record with this source id in the list. */
  isSeen(list: TrashedList, sourceId: number): boolean;
  /**
   * Lists in which the source yielded more or fewer records than it announced. Nothing is removed from these
   * lists.
   */
  readonly incomplete: ReadonlySet<ImportedList>;
  /** Start time of the run, in milliseconds since 1970. */
  readonly now: number;
  readonly site: Pick<SiteSettings, "timezone" | "dayCutoff" | "recurrenceHorizon">;
  /** True to remove records even if more than one twentieth of a list is missing. */
  readonly force: boolean;
  readonly report: ImportReport;
  /** True if the operator is stopping the run. Checked before each request to the source. */
  isStopping(): boolean;
}

/**
 * Limit for the removals of a run: of each list, at most one record in 20. If more are missing, the run
 * removes none of them, unless `force` is set. A single record may always be removed.
 * Source: rules/choices.md#follow-deletions.
 */
const REMOVAL_DIVISOR = 20;
/** Number of stored records that one query reads. */
const BATCH = 500;

const LISTS: readonly TrashedList[] = ["events", "organizers", "venues"];

type OwnPost = CalendarEvent | Venue | Organizer;

/**
 * Moves imported records to the trash if they no longer exist at the source and have no local changes. Each
 * missing record is first requested from the source by its id. Categories and tags stay, because they have no
 * trash. Returns the lists in which too many records are missing; nothing was removed from these. Rejects
 * with an `ImportError` if the source does not respond.
 * Source: rules/choices.md#follow-deletions.
 */
export const removeGone = async (options: RemoveGoneOptions): Promise<readonly TrashedList[]> => {
  const refused: TrashedList[] = [];
  for (const list of LISTS) {
    if (options.isStopping()) break;
    if (options.incomplete.has(list)) continue;
    if (!(await removeOf(list, options))) refused.push(list);
  }
  return refused;
};

const removeOf = async (list: TrashedList, options: RemoveGoneOptions): Promise<boolean> => {
  const { source, sourceSite, store, report, force, isSeen, isStopping } = options;
  const memory = importedRecords(store.documents);
  const isHere = async ({ id, sourceId }: ImportedRecord): Promise<boolean> =>
    isSeen(list, sourceId) || (await isKept(list, id, store));
  let count = 0;
  for await (const known of recordsOf(memory, list, sourceSite)) if (await isHere(known)) count += 1;
  // Always allow one removal: in a short list, a single missing record does not indicate a mistake.
  const most = force ? Infinity : Math.max(1, Math.floor(count / REMOVAL_DIVISOR));
  const gone: ImportedRecord[] = [];
  for await (const known of recordsOf(memory, list, sourceSite)) {
    if (isStopping()) return true;
    if (isSeen(list, known.sourceId) || !(await isHere(known))) continue;
    if ((await source.look?.(list, known.sourceId)) !== "gone") continue;
    if (force) await remove(list, known, options);
    else gone.push(known);
    if (gone.length <= most) continue;
    report.note(
      `${list}: more than 5 % of ${count} no longer exist at the source: none of them is removed without --force`,
    );
    return false;
  }
  for (const known of gone) await remove(list, known, options);
  return true;
};

/**
 * Yields the stored import states of the records in a list that were imported from a site. Skips records
 * without a source id, or whose source id was generated (`FIRST_GENERATED_ID`).
 */
export async function* recordsOf(
  memory: ImportedRecords,
  list: TrashedList,
  site: string,
): AsyncGenerator<ImportedRecord, void, undefined> {
  for (let identity = ""; ; ) {
    const batch = await memory.readAfter(list, identity, BATCH);
    for (const known of batch)
      if (known.site === site && known.sourceId > 0 && known.sourceId < FIRST_GENERATED_ID) yield known;
    const last = batch.at(-1);
    if (last === undefined || batch.length < BATCH) return;
    identity = last.identity;
  }
}

const postOf = (list: TrashedList, id: number, repositories: Repositories): Promise<OwnPost | undefined> =>
  repositories[list].find(id);

/** True if the record exists in the local store and is not in the trash. */
export const isKept = async (list: TrashedList, id: number, store: Store): Promise<boolean> => {
  const ours = await postOf(list, id, store);
  return ours !== undefined && ours.status !== "trash";
};

const CHANGED_HERE = "it no longer exists at the source, but was changed here";

const remove = async (
  list: TrashedList,
  known: ImportedRecord,
  { store, now, site, report }: RemoveGoneOptions,
): Promise<void> => {
  const { sourceId, id } = known;
  const outcome = await store.transaction(async (unit) => {
    const ours = await postOf(list, id, unit);
    if (ours === undefined || isDetached(ours)) return undefined;
    const name = "title" in ours ? ours.title : ours.name;
    if (!isUnchanged(ours, known)) return { outcome: "conflict", reason: CHANGED_HERE, name } as const;
    await trashImported(unit, list, id, { now, site });
    const trashed = (await postOf(list, id, unit)) ?? ours;
    // The stored digest lets the next run restore the record if it reappears at the source.
    const base = digestOf(trashed, { slug: trashed.slug });
    await importedRecords(unit.documents).save({ ...known, base, ourSlug: trashed.slug, slug: trashed.slug });
    return { outcome: "removed", name } as const;
  });
  if (outcome !== undefined) await report.entry({ list, sourceId, id, ...outcome });
};

/**
 * True if nobody changed the local record since its import, according to the digest stored in `base`. The
 * stored digest may include no plugin fields, all of them, or those in `digest`. The record is unchanged if
 * it matches in one of these ways.
 */
const isUnchanged = (ours: OwnPost, { base, slug, ourSlug = slug, digest }: ImportedRecord): boolean => {
  const slugThere = ours.slug === ourSlug ? slug : ours.slug;
  const fields = Object.entries(ours.extensions).flatMap(([plugin, values]) =>
    Object.keys(values).map((field) => `${plugin}.${field}`),
  );
  const forms = [{}, { fields }, { ...digest }];
  return forms.some((form) => digestOf(ours, { ...form, slug: slugThere }) === base);
};
