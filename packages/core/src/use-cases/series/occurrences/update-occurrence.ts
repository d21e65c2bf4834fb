import { CalendarError } from "../../../errors.ts";
import type { CalendarEvent } from "../../../model/event.ts";
import type { SiteSettings } from "../../../model/site.ts";
import { toSlug } from "../../../model/text/slug.ts";
import type { Clock } from "../../../ports/clock.ts";
import type { PostStatuses } from "../../../rights/record-rights.ts";
import { computeIn } from "../../../unit-of-work/computing.ts";
import type { WriteUnit } from "../../../unit-of-work/transact.ts";
import type { EventValues } from "../../events/event-fields.ts";
import { changedSchedule } from "../../events/event-schedule.ts";
import type { EventWriter } from "../../events/write-event.ts";
import type { PostWriting } from "../../posts/write-post.ts";
import { amendOwnValues } from "../amend-own-values.ts";
import { isSameRecurrence } from "../resolve-recurrence.ts";
import { reconcileSeries, seriesOf } from "./one-occurrence.ts";
import { isRestored, requireThisScope, SERIES_ONLY_VALUES } from "./require-this-scope.ts";
import { followSeries, restored, saveOccurrence } from "./save-occurrence.ts";
import { scopeOf } from "./scope.ts";
import { shiftedSchedule } from "./shifted-schedule.ts";
import { finishSplit, prepareSplit, reconcile, startsSeries } from "./split-series.ts";

interface UpdateOccurrenceDeps {
  readonly clock: Clock;
  readonly site: SiteSettings;
  readonly postStatuses: Pick<PostStatuses, "canEdit">;
  readonly writer: EventWriter;
}

type UpdateOccurrence = <Result>(
  values: EventValues,
  writing: PostWriting<CalendarEvent, Result>,
  /** Reads the occurrence inside the transaction. */
  currentIn: (unit: WriteUnit) => Promise<CalendarEvent>,
  deps: UpdateOccurrenceDeps,
) => Promise<Result>;

/**
 * Updates one occurrence, the following ones too, or the complete series, depending on `scope`.
 * Source: rules/recurrence.md#write-scope.
 */
export const updateOccurrence: UpdateOccurrence = (values, ...rest) =>
  (scopeOf(values) === "this" ? updateThis : updateSeries)(values, ...rest);

const updateThis: UpdateOccurrence = async (values, writing, currentIn, { clock, site, writer }) => {
  const resolved = await writer.resolve({ ...values, ...SERIES_ONLY_VALUES }, writing);
  return writing.transact(async (unit, note) => {
    const current = await currentIn(unit);
    const now = clock.now();
    const series = await seriesOf(current, unit.events);
    await requireThisScope(values, current, series, { now, site }, computeIn(unit));
    const start = isRestored(values, current) ? restored(current, series) : current;
    const next = await writer.change(start, resolved, writing.actor, unit, note);
    const record = await saveOccurrence(next, current, series, unit, note, site);
    await reconcileSeries(series, unit, { now, site });
    return { record };
  });
};

/** Updates the complete series, or its part that begins with this occurrence. */
const updateSeries: UpdateOccurrence = async (values, writing, currentIn, deps) => {
  const { clock, site, postStatuses, writer } = deps;
  const { actor } = writing;
  const resolved = await writer.resolve(values, writing);
  return writing.transact(async (unit, note) => {
    const current = await currentIn(unit);
    const context = { now: clock.now(), site, note };
    const series = await seriesOf(current, unit.events);
    if (!postStatuses.canEdit(series, actor)) throw new CalendarError("rest_forbidden");
    const moved = changedSchedule(current.schedule, values, site, context.now, () => undefined);
    const isSplit =
      scopeOf(values) === "following" && !(await startsSeries(series, current, site, computeIn(unit)));
    const split = isSplit ? await prepareSplit(series, current, unit, site) : undefined;
    const rest = split?.rest ?? series;
    // A client may send back the slug that it has read from the occurrence. This does not change the slug of
    // the series.
    const slug = values.slug === undefined || toSlug(values.slug) === current.slug ? undefined : values.slug;
    const { recurrence } = values;
    const isKept = recurrence === undefined || (await isSameRecurrence(recurrence, series, computeIn(unit)));
    const next = await writer.change(rest, resolved, actor, unit, note, {
      schedule: shiftedSchedule(rest.schedule, current.schedule, moved, site),
      slug,
      recurrence: isKept ? undefined : recurrence,
    });
    const record = await (split
      ? writer.store(next, undefined, slug, actor, unit, note, series)
      : writer.store(next, series, slug, actor, unit, note));
    const trashed = split
      ? await finishSplit(split, record, unit, context)
      : await reconcile(unit, { series: record, before: series }, context);
    await followSeries(current, { before: series, series: record, moved }, unit, context);
    await amendOwnValues(unit, { series: record, before: series, now: context.now, site }, note);
    return { record, trashed };
  });
};
