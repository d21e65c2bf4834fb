import type { NoteAdjustment } from "../../../adjustment.ts";
import { invalidParameter } from "../../../errors.ts";
import type { CalendarEvent } from "../../../model/event.ts";
import { instanceSteps } from "../../../model/recurrence/instances.ts";
import { type Occurrence, toOccurrence, toOccurrenceRow } from "../../../model/recurrence/occurrence.ts";
import { isSeries, type Recurrence } from "../../../model/recurrence/recurrence.ts";
import { splitSteps } from "../../../model/recurrence/split-recurrence.ts";
import { nextOf } from "../../../model/recurrence/work.ts";
import type { SiteSettings } from "../../../model/site.ts";
import type { WallClock } from "../../../model/time/wall-clock.ts";
import { OCCURRENCES_PER_WRITE } from "../../../ports/repositories/post-repository.ts";
import { type Compute, computeIn } from "../../../unit-of-work/computing.ts";
import type { WriteUnit } from "../../../unit-of-work/transact.ts";
import { reconcileOccurrences, type WrittenSeries } from "../reconcile-occurrences.ts";
import { readOccurrences } from "../write-rows.ts";
import { instanceAt } from "./one-occurrence.ts";

/** Context for reconciling occurrences. If occurrences are moved to the trash, an adjustment is reported. */
export interface ReconcileContext extends Pick<WrittenSeries, "now" | "site"> {
  readonly note: NoteAdjustment;
}

/** Series that is divided into two series. Neither of them is stored yet. */
interface Split {
  readonly series: CalendarEvent;
  /** Recurrence of the first part, which keeps the id of the series. */
  readonly recurrence: Recurrence;
  /** Second part as a new series, without the changes that the client sent. */
  readonly rest: CalendarEvent;
  /** Original start of the first occurrence in the second part, on the wall clock of the series. */
  readonly from: WallClock;
}

type Times = Pick<SiteSettings, "dayCutoff">;

export const occurrenceOf = ({ id, occurrence }: CalendarEvent): Occurrence => {
  if (occurrence === undefined) throw new Error(`Event ${id} is not an occurrence.`);
  return occurrence;
};

/** Updates the occurrences of a series after it was stored. */
export const reconcile = async (
  unit: WriteUnit,
  changed: Pick<WrittenSeries, "series" | "before">,
  { now, site, note }: ReconcileContext,
): Promise<readonly CalendarEvent[]> => {
  const { trashed } = await reconcileOccurrences(unit, { ...changed, now, site });
  if (trashed.length > 0) note("recurrence", "occurrences-trashed");
  return trashed;
};

/** True if the occurrence is the first one of its series. */
export const startsSeries = async (
  { recurrence, schedule }: CalendarEvent,
  occurrence: CalendarEvent,
  { dayCutoff }: Times,
  compute: Compute,
): Promise<boolean> => {
  const { recurrenceId } = occurrenceOf(occurrence);
  if (recurrence === undefined) return false;
  const first = await compute(["first", recurrence, schedule, dayCutoff, recurrenceId], () =>
    nextOf(instanceSteps(recurrence, schedule, dayCutoff, { until: recurrenceId })),
  );
  return first?.recurrenceId === recurrenceId;
};

/**
 * Divides the recurrence of a series before an occurrence and returns both parts. Throws `rest_invalid_param`
 * if the recurrence does not produce the start of the occurrence.
 */
export const endBefore = async (
  series: CalendarEvent,
  occurrence: CalendarEvent,
  site: Times,
  compute: Compute,
): Promise<Pick<Split, "recurrence" | "rest" | "from">> => {
  const { recurrenceId } = occurrenceOf(occurrence);
  // If the start comes from a period, its own end must not become the end of all occurrences in the new
  // series.
  const plain = { ...series, recurrence: { rules: [], dates: [recurrenceId], except: [] } };
  const schedule =
    (await instanceAt(series, recurrenceId, site, compute)) &&
    (await instanceAt(plain, recurrenceId, site, compute));
  const { recurrence } = series;
  if (schedule === undefined || recurrence === undefined)
    throw invalidParameter("scope", { reason: "unwanted-occurrence" });
  const halves = await compute(["split", recurrence, series.schedule, recurrenceId], () =>
    splitSteps(recurrence, series.schedule, recurrenceId),
  );
  // The new series was created in this calendar, so it has no import source. External ids stay with the first
  // part of the series.
  const { hasRecurred: _hasRecurred, externalIds: _externalIds, ...ofSeries } = series;
  const { sourceId: _known, origin: _origin, ...same } = ofSeries;
  const rest = { ...same, slug: "", lineage: [], schedule, recurrence: halves.after };
  return { recurrence: halves.before, rest, from: recurrenceId };
};

/** Prepares the split of a series; it stores nothing. Source: rules/recurrence.md#scope-following. */
export const prepareSplit = async (
  series: CalendarEvent,
  occurrence: CalendarEvent,
  unit: Pick<WriteUnit, "ids" | "computing">,
  site: Times,
): Promise<Split> => {
  const { recurrence, rest, from } = await endBefore(series, occurrence, site, computeIn(unit));
  return { series, recurrence, from, rest: { ...rest, id: await unit.ids.next("record") } };
};

/**
 * Moves occurrences to the new series, which is already stored, and stores the old series with its new end.
 */
export const finishSplit = async (
  { series, recurrence, rest, from }: Split,
  newSeries: CalendarEvent,
  unit: WriteUnit,
  context: ReconcileContext,
): Promise<readonly CalendarEvent[]> => {
  const all = await readOccurrences(unit.events, series.id);
  const later = all.flatMap((one) => {
    const { occurrence, ...row } = toOccurrenceRow(one);
    return occurrence.recurrenceId < from
      ? []
      : [toOccurrence(newSeries, { ...row, occurrence: { ...occurrence, seriesId: newSeries.id } })];
  });
  for (let place = 0; place < later.length; place += OCCURRENCES_PER_WRITE)
    await unit.events.saveOccurrences(later.slice(place, place + OCCURRENCES_PER_WRITE));
  // The new series is compared with a single event, so that all its occurrences count as new.
  const { recurrence: _recurrence, ...single } = rest;
  // If the second part no longer recurs, its former occurrences become unwanted.
  const before = isSeries(newSeries) ? single : rest;
  const ofNewSeries = await reconcile(unit, { series: newSeries, before }, context);
  const ofOldSeries = await endSeries(series, recurrence, newSeries, unit, context);
  return [...ofOldSeries, ...ofNewSeries];
};

/** Stores the first part of the series, with the modification date of `changed`. */
export const endSeries = async (
  series: CalendarEvent,
  recurrence: Recurrence,
  { modified, modifiedUtc }: Pick<CalendarEvent, "modified" | "modifiedUtc">,
  unit: WriteUnit,
  context: ReconcileContext,
): Promise<readonly CalendarEvent[]> => {
  const record = { ...series, recurrence, modified, modifiedUtc };
  const ended = await unit.amended({ kind: "event", record, before: series }, context.note);
  if (!(await unit.events.save(ended))) throw new Error(`Event ${series.id} cannot keep its slug.`);
  return reconcile(unit, { series: ended, before: series }, context);
};
