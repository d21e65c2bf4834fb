import { CalendarError } from "../../../errors.ts";
import type { CalendarEvent } from "../../../model/event.ts";
import { modifiedAt } from "../../../model/publication.ts";
import { toOccurrence, toOccurrenceRow } from "../../../model/recurrence/occurrence.ts";
import type { SiteSettings } from "../../../model/site.ts";
import type { ParameterValues } from "../../../parameter.ts";
import type { Clock } from "../../../ports/clock.ts";
import type { Actor } from "../../../rights/actor.ts";
import type { PostStatuses } from "../../../rights/record-rights.ts";
import { computeIn } from "../../../unit-of-work/computing.ts";
import type { WriteUnit } from "../../../unit-of-work/transact.ts";
import type { Stored } from "../../posts/write-post.ts";
import { reconcileSeries, seriesOf } from "./one-occurrence.ts";
import { scopeOf } from "./scope.ts";
import { endBefore, endSeries, occurrenceOf, startsSeries } from "./split-series.ts";

interface RemoveOccurrenceDeps {
  readonly clock: Clock;
  readonly site: SiteSettings;
  readonly postStatuses: Pick<PostStatuses, "canDelete">;
  readonly actor: Actor;
  /** Moves the complete series to the trash. */
  trash(unit: WriteUnit, series: CalendarEvent): Promise<Stored<CalendarEvent>>;
}

/**
 * Moves one occurrence to the trash, ends the series before it, or moves the complete series to the trash,
 * depending on `scope`.
 * Source: rules/recurrence.md#occurrence-trash.
 */
export const removeOccurrence = async (
  unit: WriteUnit,
  current: CalendarEvent,
  values: ParameterValues,
  { clock, site, postStatuses, actor, trash }: RemoveOccurrenceDeps,
): Promise<Stored<CalendarEvent>> => {
  const scope = scopeOf(values);
  const series = await seriesOf(current, unit.events);
  const now = clock.now();
  const changed = modifiedAt(now, site.timezone);
  const ignore = (): void => undefined;
  if (scope === "this") {
    if (current.status === "trash") throw new CalendarError("event-is-in-trash");
    const occurrence = { ...occurrenceOf(current), gone: "trashed" } as const;
    const next = toOccurrence(series, { ...toOccurrenceRow(current), ...changed, occurrence });
    const record = await unit.amended({ kind: "event", record: next, before: current });
    await unit.events.save(record);
    await reconcileSeries(series, unit, { now, site });
    return { record };
  }
  if (!postStatuses.canDelete(series, actor)) throw new CalendarError("rest_forbidden");
  const compute = computeIn(unit);
  if (scope === "all" || (await startsSeries(series, current, site, compute))) return trash(unit, series);
  const { recurrence } = await endBefore(series, current, site, compute);
  const trashed = await endSeries(series, recurrence, changed, unit, { now, site, note: ignore });
  const record = (await unit.events.find(series.id)) ?? series;
  return { record, trashed };
};
