import type { Schedule } from "@kalends/core";
import {
  type CalendarEvent,
  createSchedule,
  type EventView,
  type FormatContext,
  type FormattedEvent,
  type PluginDeps,
  type Presenter,
} from "@kalends/core/plugin";
import { type OccurrenceRow, toOccurrence } from "@kalends/core/storage";
import { type IcalendarOptions, plugin } from "@kalends/icalendar";

export const SITE = "https://calendar.example";

const PRESENTER: Presenter = {
  site: SITE,
  namespace: `${SITE}/wp-json/tribe/events/v1`,
  language: "en",
  eventUrl: ({ slug }) => `${SITE}/event/${slug}/`,
  venueUrl: ({ slug }) => `${SITE}/venue/${slug}/`,
  organizerUrl: ({ slug }) => `${SITE}/organizer/${slug}/`,
  termUrl: ({ term }) => `${SITE}/${term.taxonomy}/${term.slug}/`,
  imageUrl: ({ url }) => `${SITE}/media/${url}`,
  title: (text) => text,
  termName: (name) => name,
  html: (text) => `<p>${text}</p>`,
  cost: ({ values }) => values.join(", "),
  recurrence: () => "",
  structured: () => ({}),
};

/** Fake dependencies that the feed formats use. HTML in these tests contains no entities. */
const DEPS = {
  postStatuses: { writableNames: [] },
  collection: () => ({}),
  calendar: { unrestricted: {} },
  site: { timezone: "Europe/Rome", dayCutoff: "00:00" },
  toText: (html: string) => html.replaceAll(/<[a-z/][^<>]*>/g, "").trim(),
} as unknown as PluginDeps;

export const CONTEXT: FormatContext = {
  present: PRESENTER,
  address: `${PRESENTER.namespace}/events.ics?search=a&tags=b`,
  subject: undefined,
  actor: { roles: [], capabilities: new Set() } as unknown as FormatContext["actor"],
};

/** Returns an event in the time zone of Rome, by default from 19:00 to 21:00 on 6 May 2031. */
export const anEvent = ({
  start = "2031-05-06 19:00:00",
  end = "2031-05-06 21:00:00",
  timezone = "Europe/Rome",
  allDay = false,
  dayCutoff = "00:00",
  ...fields
}: Partial<CalendarEvent> & Partial<Schedule> & { readonly dayCutoff?: string } = {}): CalendarEvent => ({
  ...{ id: 7, author: 1, status: "publish", slug: "quay-concert", title: "Quay concert" },
  ...{ date: "2031-01-02 04:04:05", dateUtc: "2031-01-02 03:04:05" },
  ...{ modified: "2031-02-03 05:05:06", modifiedUtc: "2031-02-03 04:05:06" },
  ...{ description: "", excerpt: "", lineage: [], extensions: {}, organizerIds: [] },
  ...{ cost: { values: [], symbol: "", position: "" }, categoryIds: [], tagIds: [] },
  ...{ showMap: false, showMapLink: false, hideFromListings: false, sticky: false, featured: false },
  schedule: createSchedule({ start, end, timezone, allDay, dayCutoff }),
  ...fields,
});

/** Returns an occurrence of the series. It has its original time unless another time is given. */
export const anOccurrence = (
  series: CalendarEvent,
  {
    recurrenceId,
    schedule,
    ...own
  }: Partial<OccurrenceRow["occurrence"]> & {
    readonly recurrenceId: string;
    readonly schedule?: Partial<Schedule>;
  },
): CalendarEvent => {
  const { modified, modifiedUtc } = series;
  const { start = recurrenceId, end = recurrenceId, timezone = series.schedule.timezone } = schedule ?? {};
  return toOccurrence(series, {
    ...{ id: 70, slug: `${series.slug}-again`, modified, modifiedUtc },
    schedule: createSchedule({ start, end, timezone, allDay: series.schedule.allDay, dayCutoff: "00:00" }),
    occurrence: { seriesId: series.id, recurrenceId, changes: {}, ...own },
  });
};

export const viewOf = (event: CalendarEvent, more: Partial<EventView> = {}): EventView => ({
  ...{ event, organizers: [], categories: [], tags: [] },
  ...more,
});

async function* each(events: readonly FormattedEvent[]): AsyncGenerator<FormattedEvent> {
  yield* events;
}

export interface FeedOptions extends IcalendarOptions {
  readonly extension?: string;
  readonly context?: Partial<FormatContext>;
}

/** Writes the feed of these events and returns its text. */
export const writtenFeed = async (
  events: readonly (EventView | FormattedEvent)[],
  { extension = "ics", context = {}, ...options }: FeedOptions = {},
): Promise<string> => {
  const formats = plugin(options).setup?.(DEPS).eventFormats ?? [];
  const format = formats.find((one) => one.extension === extension);
  if (format === undefined) throw new Error(`No format ${extension}`);
  const formatted = events.map((one) => ("view" in one ? one : { view: one, occurrences: [] }));
  let text = "";
  for await (const portion of format.write(each(formatted), {}, { ...CONTEXT, ...context })) text += portion;
  return text;
};

/** Returns the lines of an iCalendar file, with folded lines joined. */
export const linesOf = (calendar: string): readonly string[] =>
  calendar.replaceAll("\r\n ", "").split("\r\n").slice(0, -1);
