import {
  type CalendarEvent,
  type EventView,
  escapeHtml,
  type FormatContext,
  type FormattedEvent,
  type Image,
  type PluginDeps,
  type WallClock,
} from "@kalends/core/plugin";
import { fieldsOf, provisionalUid } from "../../fields.ts";

/** Maximum number of events in a news feed. */
export const NEWEST = 50;

/** Entry of a news feed, made from an event. */
export interface Entry {
  /** URI that identifies the event and never changes. */
  readonly id: string;
  readonly address: string;
  /** Title as plain text. */
  readonly title: string;
  /** Time and venue of the event as plain text. */
  readonly summary: string;
  readonly html: string;
  /** Time of publication in the format of RFC 3339. `updated` has the same format. */
  readonly published: string;
  readonly updated: string;
  /** Categories and tags of the event. */
  readonly terms: readonly { readonly slug: string; readonly name: string }[];
  readonly image?: { readonly address: string; readonly type: string; readonly bytes: number };
}

/**
 * Converts events to entries. All entries are in memory at once, because a news feed has at most 50 events.
 */
export const toEntries = async (
  events: AsyncIterable<FormattedEvent>,
  context: FormatContext,
  deps: PluginDeps,
): Promise<readonly Entry[]> => {
  const entries: Entry[] = [];
  for await (const { view } of events) entries.push(toEntry(view, context, deps));
  return entries;
};

/**
 * Returns the latest `updated` of the entries, or 1 January 1970 if the feed is empty. It does not use the
 * current time, because unchanged feeds must have unchanged bytes.
 */
export const lastUpdate = (entries: readonly Entry[]): string =>
  entries.reduce((last, { updated }) => (updated > last ? updated : last), "1970-01-01T00:00:00Z");

const toEntry = (view: EventView, { present }: FormatContext, { toText, site }: PluginDeps): Entry => {
  const { event, image, venue } = view;
  const when = spokenTime(event.schedule, present.language);
  const parts = [when, present.recurrence(event), venue === undefined ? "" : toText(venue.venue.name)];
  const summary = parts.filter((part) => part !== "").join(" · ");
  const { uid = provisionalUid(event.id, site.baseUrl ?? present.site) } = fieldsOf(event);
  const picture =
    image === undefined ? "" : `<p><img src="${escapeHtml(present.imageUrl(image))}" alt=""></p>`;
  return {
    id: toUri(uid, event.dateUtc, present.site),
    address: present.eventUrl(event),
    title: toText(present.title(event.title)),
    summary,
    html: `<p>${escapeHtml(summary)}</p>${picture}${present.html(event.description || event.excerpt)}`,
    published: toInstant(event.dateUtc),
    updated: toInstant(event.modifiedUtc > event.dateUtc ? event.modifiedUtc : event.dateUtc),
    terms: [...view.categories, ...view.tags].map(({ term: { slug, name } }) => ({ slug, name })),
    ...(image !== undefined && { image: toPicture(image, present) }),
  };
};

const toPicture = (image: Image, present: FormatContext["present"]): Required<Entry>["image"] => ({
  address: present.imageUrl(image),
  type: image.mimeType,
  bytes: image.fileSize ?? 0,
});

const toInstant = (utc: WallClock): string => `${utc.replace(" ", "T")}Z`;

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Returns a URI for the UID of an event: a `urn:uuid:` URI for a UUID (RFC 4122), otherwise a `tag:` URI with
 * the day of publication (RFC 4151).
 */
const toUri = (uid: string, dateUtc: WallClock, site: string): string =>
  UUID.test(uid)
    ? `urn:uuid:${uid}`
    : `tag:${new URL(site).hostname},${dateUtc.slice(0, 10)}:${encodeURIComponent(uid)}`;

/**
 * Cache of date formats, by language and kind of event. Creating a format takes longer than the rest of an
 * entry.
 */
const formats = new Map<string, Intl.DateTimeFormat>();

const formatOf = (language: string, allDay: boolean): Intl.DateTimeFormat => {
  const key = `${language} ${allDay}`;
  const known = formats.get(key);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat(language, {
    dateStyle: "medium",
    ...(!allDay && { timeStyle: "short" }),
    timeZone: "UTC",
  });
  formats.set(key, made);
  return made;
};

/** Returns the time of an event as text, in its own time zone: `6 May 2031, 19:00 – 21:00 CEST`. */
const spokenTime = (
  { start, end, allDay, abbreviation }: CalendarEvent["schedule"],
  language: string,
): string => {
  const written = formatOf(language, allDay);
  const [from, to] = [start, end].map((wallClock) => new Date(toInstant(wallClock)));
  const range = written.formatRange(from ?? 0, to ?? 0);
  return allDay ? range : `${range} ${abbreviation}`;
};
