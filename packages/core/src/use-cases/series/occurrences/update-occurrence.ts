import type { NoteAdjustment } from "../../../adjustment.ts";
import { CalendarError } from "../../../errors.ts";
import type { Actor } from "../../../model/actor.ts";
import type { CalendarEvent } from "../../../model/event.ts";
import type { PostStatuses } from "../../../model/post-statuses.ts";
import type { SiteSettings } from "../../../model/site.ts";
import { toSlug } from "../../../model/text/slug.ts";
import type { Clock } from "../../../ports/clock.ts";
import { computeIn } from "../../computing/computing.ts";
import type { EventValues } from "../../events/event-fields.ts";
import { changedSchedule } from "../../events/event-schedule.ts";
import type { EventWriter } from "../../events/write-event.ts";
import type { PreparedWrite } from "../../posts/post-operations.ts";
import { amendOwn } from "../own-occurrences.ts";
import { isSameRecurrence } from "../settle-recurrence.ts";
import { demandThis, isRestored, OF_SERIES } from "./demand-this.ts";
import { seriesOf, settleSeries } from "./one-occurrence.ts";
import { followAgain, restored, saveOccurrence } from "./save-occurrence.ts";
import { type Scope, scopeOf } from "./scope.ts";
import { shiftedSchedule } from "./shifted-schedule.ts";
import { finishSplit, prepareSplit, settle, startsSeries } from "./split-series.ts";

interface UpdateOccurrenceDeps {
  readonly clock: Clock;
  readonly site: SiteSettings;
  readonly postStatuses: Pick<PostStatuses, "canEdit">;
  readonly writer: EventWriter;
}

/** As `EventWriter.update`, where an occurrence was found for it for what its `scope` says. */
export const createUpdateEvent = (
  deps: UpdateOccurrenceDeps,
): ((
  values: EventValues,
  actor: Actor,
  note: NoteAdjustment,
  found?: CalendarEvent,
) => PreparedWrite<CalendarEvent, [current: CalendarEvent]>) => {
  const updateOccurrence = createUpdateOccurrence(deps);
  return (values, actor, note, found) =>
    (found?.occurrence === undefined ? deps.writer.update : updateOccurrence)(values, actor, note);
};

/** An update of an occurrence, of its series from there on, or of all of it. Source: rules/recurrence.md#write-scope. */
type UpdateOccurrence = (
  values: EventValues,
  actor: Actor,
  note: NoteAdjustment,
) => PreparedWrite<CalendarEvent, [current: CalendarEvent]>;

const createUpdateOccurrence = ({
  clock,
  site,
  postStatuses,
  writer,
}: UpdateOccurrenceDeps): UpdateOccurrence => {
  const updateThis: UpdateOccurrence = (values, actor, note) => {
    const prepare = writer.change({ ...values, ...OF_SERIES }, actor, note);
    return async (images) => {
      const change = await prepare(images);
      return async (unit, note, current) => {
        const now = clock.now();
        const series = await seriesOf(current, unit.events);
        await demandThis(values, current, series, { now, site }, computeIn(unit));
        const start = isRestored(values, current) ? restored(current, series) : current;
        const next = await change(unit, note, start);
        const record = await saveOccurrence(next, current, series, unit, note, site);
        await settleSeries(series, unit, { now, site });
        return { record };
      };
    };
  };

  const updateSeries =
    (scope: Exclude<Scope, "this">): UpdateOccurrence =>
    (values, actor, note) => {
      const prepare = writer.change(values, actor, note);
      return async (images) => {
        const change = await prepare(images);
        return async (unit, note, current) => {
          const context = { now: clock.now(), site, note };
          const series = await seriesOf(current, unit.events);
          if (!postStatuses.canEdit(series, actor)) throw new CalendarError("rest_forbidden");
          const moved = changedSchedule(current.schedule, values, site, context.now, () => undefined);
          const isSplit =
            scope === "following" && !(await startsSeries(series, current, site, computeIn(unit)));
          const split = isSplit ? await prepareSplit(series, current, unit, site) : undefined;
          const rest = split?.rest ?? series;
          // What a client has read of the occurrence and sends back is no wish.
          const slug =
            values.slug === undefined || toSlug(values.slug) === current.slug ? undefined : values.slug;
          const { recurrence } = values;
          const isKept =
            recurrence === undefined || (await isSameRecurrence(recurrence, series, computeIn(unit)));
          const next = await change(unit, note, rest, {
            schedule: shiftedSchedule(rest.schedule, current.schedule, moved, site),
            slug,
            recurrence: isKept ? undefined : recurrence,
          });
          const record = await (split
            ? writer.store(next, undefined, slug, actor, unit, note, series)
            : writer.store(next, series, slug, actor, unit, note));
          const trashed = split
            ? await finishSplit(split, record, unit, context)
            : await settle(unit, { series: record, before: series }, context);
          await followAgain(current, { before: series, series: record, moved }, unit, context);
          await amendOwn(unit, { series: record, before: series, now: context.now, site }, note);
          return { record, trashed };
        };
      };
    };

  const updates = {
    this: updateThis,
    following: updateSeries("following"),
    all: updateSeries("all"),
  };
  return (values, actor, note) => updates[scopeOf(values)](values, actor, note);
};
