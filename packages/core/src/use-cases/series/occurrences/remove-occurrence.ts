import { CalendarError } from "../../../errors.ts";
import type { CalendarEvent } from "../../../model/event.ts";
import type { PostStatuses } from "../../../model/post-statuses.ts";
import { toOccurrence, toOccurrenceRow } from "../../../model/recurrence/occurrence.ts";
import type { SiteSettings } from "../../../model/site.ts";
import { toWallClock } from "../../../model/time/time-zone.ts";
import { utcText } from "../../../model/time/wall-clock.ts";
import type { Clock } from "../../../ports/clock.ts";
import { computeIn } from "../../computing/computing.ts";
import type { PostKind } from "../../posts/post-operations.ts";
import { seriesOf, settleSeries } from "./one-occurrence.ts";
import { scopeOf } from "./scope.ts";
import { endBefore, endSeries, occurrenceOf, startsSeries } from "./split-series.ts";

interface RemoveOccurrenceDeps {
  readonly clock: Clock;
  readonly site: SiteSettings;
  readonly postStatuses: Pick<PostStatuses, "canDelete">;
}

type Remove = NonNullable<PostKind<CalendarEvent, never, never, never>["remove"]>;

/** Leaves an occurrence out, ends its series before it, or moves all of it to the trash. Source: rules/recurrence.md#occurrence-trash. */
export const createRemoveOccurrence =
  ({ clock, site, postStatuses }: RemoveOccurrenceDeps): Remove =>
  async (unit, current, values, { actor, trash }) => {
    if (current.occurrence === undefined) return trash(current);
    const scope = scopeOf(values);
    const series = await seriesOf(current, unit.events);
    const now = clock.now();
    const modifiedUtc = utcText(now);
    const changed = { modified: toWallClock(modifiedUtc, site.timezone), modifiedUtc };
    const ignore = (): void => undefined;
    if (scope === "this") {
      if (current.status === "trash") throw new CalendarError("event-is-in-trash");
      const occurrence = { ...occurrenceOf(current), gone: "trashed" } as const;
      const next = toOccurrence(series, { ...toOccurrenceRow(current), ...changed, occurrence });
      const record = await unit.amended({ kind: "event", record: next, before: current });
      await unit.events.save(record);
      await settleSeries(series, unit, { now, site });
      return { record };
    }
    if (!postStatuses.canDelete(series, actor)) throw new CalendarError("rest_forbidden");
    const compute = computeIn(unit);
    if (scope === "all" || (await startsSeries(series, current, site, compute))) return trash(series);
    const { recurrence } = await endBefore(series, current, site, compute);
    const trashed = await endSeries(series, recurrence, changed, unit, { now, site, note: ignore });
    const record = (await unit.events.find(series.id)) ?? series;
    return { record, trashed };
  };
