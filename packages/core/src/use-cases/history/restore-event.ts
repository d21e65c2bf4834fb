import type { CalendarEvent } from "../../model/event.ts";
import { without } from "../../model/members.ts";
import type { Post } from "../../model/post.ts";
import { toOccurrence, toOccurrenceRow } from "../../model/recurrence/occurrence.ts";
import type { SiteSettings } from "../../model/site.ts";
import { createSchedule, type Schedule } from "../../model/time/schedule.ts";
import { isTimeZone } from "../../model/time/time-zone.ts";
import type { RecordExtensions } from "../../plugins/record-extensions.ts";
import type { Clock } from "../../ports/clock.ts";
import type { PostStatuses } from "../../rights/record-rights.ts";
import { computeIn } from "../../unit-of-work/computing.ts";
import type { EventValues } from "../events/event-fields.ts";
import type { EventWriter } from "../events/write-event.ts";
import type { PostWriting, Stored } from "../posts/write-post.ts";
import { instanceAt, reconcileSeries, seriesOf } from "../series/occurrences/one-occurrence.ts";
import { SERIES_ONLY_VALUES } from "../series/occurrences/require-this-scope.ts";
import { saveOccurrence } from "../series/occurrences/save-occurrence.ts";
import { occurrenceOf } from "../series/occurrences/split-series.ts";
import {
  differing,
  isSame,
  type Restoration,
  restoredIds,
  restoredImage,
  restoredPublication,
} from "./restored-values.ts";

interface RestoreEventDeps {
  readonly writer: EventWriter;
  readonly site: SiteSettings;
  readonly clock: Clock;
  readonly postStatuses: PostStatuses;
  readonly extensions: RecordExtensions | undefined;
}

/** Restores an earlier content of a record. Call it inside a transaction. */
export type Restore<R extends Post> = (
  restoration: Restoration<R>,
  writing: PostWriting<R, unknown>,
) => Promise<Stored<R>>;

/** Members that are restored as they were stored, because no right or other rule limits their values. */
const PLAIN = [
  ...["cost", "website", "showMap", "showMapLink", "hideFromListings", "sticky", "featured"],
  ...["eventStatus", "statusReason", "previousStart"],
] as const satisfies readonly (keyof CalendarEvent)[];

/** Values of an update that restoring never sends, because `PLAIN` or the schedule contains them. */
const UNSENT = {
  external_ids: undefined,
  ...{ timezone: undefined, all_day: undefined, start_date: undefined, end_date: undefined },
  ...{ cost: undefined, website: undefined, show_map: undefined, show_map_link: undefined },
  ...{ hide_from_listings: undefined, sticky: undefined, featured: undefined },
  ...{ event_status: undefined, status_reason: undefined, previous_start_date: undefined },
} as const;

const NOT_RECURRING = { rules: [], dates: [], except: [] } as const;

/**
 * Creates the function that restores events, series and occurrences. It converts the content to the values of
 * an update, without those that the event has already, so that all rules of updates apply.
 * Source: rules/history.md#restoring, rules/history.md#restored-series.
 */
export const createRestoreEvent = ({
  writer,
  site,
  clock,
  postStatuses,
  extensions,
}: RestoreEventDeps): Restore<CalendarEvent> => {
  /** Returns the values of an update in which the content differs from the event. */
  const valuesOf = async (restoration: Restoration<CalendarEvent>): Promise<EventValues<number>> => {
    const { content, current } = restoration;
    /** Returns the ids that the content names; `undefined` if the event names the same ones. */
    const idsOf = async (
      kind: Parameters<typeof restoredIds>[0],
      of: (event: CalendarEvent) => readonly number[],
    ): Promise<readonly number[] | undefined> => {
      const [wanted, kept] = [of(content), of(current)];
      return isSame(wanted, kept) ? undefined : restoredIds(kind, wanted, kept, restoration, postStatuses);
    };
    const venueIds = await idsOf("venue", ({ venueId }) => (venueId === undefined ? [] : [venueId]));
    const organizerIds = await idsOf("organizer", (event) => event.organizerIds);
    const slug = content.trashed?.slug ?? content.slug;
    const isSlugSame = slug === "" || slug === (current.trashed?.slug ?? current.slug);
    return {
      ...UNSENT,
      ...extensions?.valuesOf("event", content.extensions),
      ...restoredPublication(restoration, postStatuses),
      title: differing(restoration, "title"),
      description: differing(restoration, "description"),
      excerpt: differing(restoration, "excerpt"),
      slug: isSlugSame ? undefined : slug,
      recurrence: recurrenceOf(restoration),
      image: await restoredImage(restoration),
      categories: await idsOf("category", ({ categoryIds }) => categoryIds),
      tags: await idsOf("tag", ({ tagIds }) => tagIds),
      venue: venueIds?.map((id) => ({ at: "", id })),
      organizer: organizerIds?.map((id) => ({ at: "", id })),
    };
  };

  const changed = async (
    restoration: Restoration<CalendarEvent>,
    values: EventValues<number>,
    writing: PostWriting<CalendarEvent, unknown>,
  ): Promise<CalendarEvent> => {
    const { content, current, actor, unit, note } = restoration;
    const resolved = await writer.resolve(values, { ...writing, note });
    const schedule = restoredSchedule(restoration, site);
    const own = { isAbsolute: true, ...(schedule && { schedule }) } as const;
    return withPlain(await writer.change(current, resolved, actor, unit, note, own), content);
  };

  const restoreOccurrence: Restore<CalendarEvent> = async (restoration, writing) => {
    const { current, unit, note } = restoration;
    const series = await seriesOf(current, unit.events);
    const content = await occurrenceContent(restoration, series, site);
    const wanted = { ...restoration, content };
    const values = { ...(await valuesOf(wanted)), ...SERIES_ONLY_VALUES };
    const next = await changed(wanted, values, writing);
    const record = await saveOccurrence(next, current, series, unit, note, site);
    await reconcileSeries(series, unit, { now: clock.now(), site });
    return { record };
  };

  return async (restoration, writing) => {
    const { current, actor, unit, note } = restoration;
    if (current.occurrence !== undefined) return restoreOccurrence(restoration, writing);
    const values = await valuesOf(restoration);
    const event = await changed(restoration, values, writing);
    return writer.storeAll(event, current, values.slug, actor, unit, note);
  };
};

type Contents = Pick<Restoration<CalendarEvent>, "content" | "current">;

/**
 * Returns the schedule of the content with current zone data; `undefined` if the event has the same schedule.
 */
const restoredSchedule = (
  contents: Contents,
  { dayCutoff }: Pick<SiteSettings, "dayCutoff">,
): Schedule | undefined => {
  const schedule = differing(contents, "schedule");
  if (schedule === undefined || !isTimeZone(schedule.timezone)) return schedule;
  return createSchedule({ ...schedule, dayCutoff });
};

/**
 * Returns the recurrence of the content in the form of an update. Returns `undefined` if the event keeps its
 * recurrence and its times.
 */
const recurrenceOf = ({ content, current }: Contents): EventValues["recurrence"] => {
  const isKept = isSame(content.recurrence, current.recurrence);
  if (isKept && (content.recurrence === undefined || isSame(content.schedule, current.schedule)))
    return undefined;
  return content.recurrence ?? NOT_RECURRING;
};

const withPlain = (event: CalendarEvent, content: CalendarEvent): CalendarEvent => ({
  ...without<CalendarEvent>(event, "website", "eventStatus", "statusReason", "previousStart"),
  ...Object.fromEntries(
    PLAIN.flatMap((name) => (content[name] === undefined ? [] : [[name, content[name]]])),
  ),
});

/**
 * Returns the content of an occurrence, based on the current series. Values in which the occurrence differed
 * from its series stay. All other values are those of the current series.
 * Source: rules/history.md#restored-occurrence.
 */
const occurrenceContent = async (
  { content, current, unit }: Restoration<CalendarEvent>,
  series: CalendarEvent,
  site: Pick<SiteSettings, "dayCutoff">,
): Promise<CalendarEvent> => {
  const { isMoved, changes } = occurrenceOf(content);
  const { recurrenceId } = occurrenceOf(current);
  const schedule = isMoved
    ? content.schedule
    : ((await instanceAt(series, recurrenceId, site, computeIn(unit))) ?? current.schedule);
  const row = toOccurrenceRow(current);
  return toOccurrence(series, { ...row, schedule, occurrence: { ...row.occurrence, changes } });
};
