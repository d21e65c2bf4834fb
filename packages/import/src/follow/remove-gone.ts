import {
  type CalendarEvent,
  type ImportedList,
  type ImportedRecord,
  type ImportedRecords,
  importedRecords,
  type Organizer,
  type Repositories,
  type SiteSettings,
  type Store,
  type TrashedList,
  trashImported,
  type Venue,
} from "@kalends/core";
import { digestOf } from "../merge/content-digest.ts";
import { FIRST_MADE_UP_ID } from "../merge/identity.ts";
import type { ImportReport } from "../report/import-report.ts";
import type { Source } from "../source/source.ts";

export interface RemoveGoneOptions {
  /** A complete crawl has read it. */
  readonly source: Pick<Source, "look">;
  /** Where the records of the source are from: no others are looked at. */
  readonly sourceSite: string;
  /** Its `transaction` keeps what changes in the outbox where others are to know. */
  readonly store: Store;
  /** Whether the crawl has found a record of this list with this id. */
  isSeen(list: TrashedList, sourceId: number): boolean;
  /** Lists that have shown more or fewer records than the source announced: nothing of them is removed. */
  readonly incomplete: ReadonlySet<ImportedList>;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly site: Pick<SiteSettings, "timezone" | "dayCutoff" | "recurrenceHorizon">;
  /** Removes also more than one of twenty records of a list. */
  readonly force: boolean;
  readonly report: ImportReport;
  /** Between two questions. */
  isStopping(): boolean;
}

/** Records of one list that are removed at once, at most: one of so many, and always one. Source: rules/choices.md#follow-deletions. */
const FEWEST_LEFT = 20;
/** Records that are looked at together. */
const BATCH = 500;

const LISTS: readonly TrashedList[] = ["events", "organizers", "venues"];

type OwnPost = CalendarEvent | Venue | Organizer;

/**
 * Moves to the trash what its source, asked for each by id, says that it has no more, unless it was changed here. Terms have no trash: they
 * stay. Rejects with an `ImportError` where the source cannot be asked. Answers the lists of which too many are gone: nothing of these
 * was removed. Source: rules/choices.md#follow-deletions.
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
  // One is always allowed: in a short list it is no sign of a mistake.
  const most = force ? Infinity : Math.max(1, Math.floor(count / FEWEST_LEFT));
  const gone: ImportedRecord[] = [];
  for await (const known of recordsOf(memory, list, sourceSite)) {
    if (isStopping()) return true;
    if (isSeen(list, known.sourceId) || !(await isHere(known))) continue;
    if ((await source.look?.(list, known.sourceId)) !== "gone") continue;
    if (force) await remove(list, known, options);
    else gone.push(known);
    if (gone.length <= most) continue;
    report.note(
      `${list}: more than 5 % of ${count} are gone at the source: none of them is removed without --force`,
    );
    return false;
  }
  for (const known of gone) await remove(list, known, options);
  return true;
};

/** What is remembered of a list of one site, but for records whose ids are made up. */
export async function* recordsOf(
  memory: ImportedRecords,
  list: TrashedList,
  site: string,
): AsyncGenerator<ImportedRecord, void, undefined> {
  for (let identity = ""; ; ) {
    const batch = await memory.readAfter(list, identity, BATCH);
    for (const known of batch)
      if (known.site === site && known.sourceId > 0 && known.sourceId < FIRST_MADE_UP_ID) yield known;
    const last = batch.at(-1);
    if (last === undefined || batch.length < BATCH) return;
    identity = last.identity;
  }
}

const postOf = (list: TrashedList, id: number, repositories: Repositories): Promise<OwnPost | undefined> =>
  repositories[list].find(id);

/** True for a record that is here, and not in the trash. */
export const isKept = async (list: TrashedList, id: number, store: Store): Promise<boolean> => {
  const ours = await postOf(list, id, store);
  return ours !== undefined && ours.status !== "trash";
};

const CHANGED_HERE = "it is gone at the source, and was changed here";

const remove = async (
  list: TrashedList,
  known: ImportedRecord,
  { store, now, site, report }: RemoveGoneOptions,
): Promise<void> => {
  const { sourceId, id } = known;
  const outcome = await store.transaction(async (unit) => {
    const ours = await postOf(list, id, unit);
    if (ours === undefined) return undefined;
    const name = "title" in ours ? ours.title : ours.name;
    if (!isUnchanged(ours, known)) return { outcome: "conflict", reason: CHANGED_HERE, name } as const;
    await trashImported(unit, list, id, { now, site });
    const trashed = (await postOf(list, id, unit)) ?? ours;
    // Should it come back at the source, it does so here.
    const base = digestOf(trashed, { slug: trashed.slug });
    await importedRecords(unit.documents).save({ ...known, base, ourSlug: trashed.slug, slug: trashed.slug });
    return { outcome: "removed", name } as const;
  });
  if (outcome !== undefined) await report.entry({ list, sourceId, id, ...outcome });
};

/** Whether it is as the import has stored it, with or without the fields of plugins that came with it. */
const isUnchanged = (ours: OwnPost, { base, slug, ourSlug = slug, digest }: ImportedRecord): boolean => {
  const told = ours.slug === ourSlug ? slug : ours.slug;
  const fields = Object.entries(ours.extensions).flatMap(([plugin, values]) =>
    Object.keys(values).map((field) => `${plugin}.${field}`),
  );
  const forms = [{}, { fields }, { ...digest }];
  return forms.some((form) => digestOf(ours, { ...form, slug: told }) === base);
};
