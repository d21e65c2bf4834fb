import {
  ANONYMOUS,
  type CalendarEvent,
  checkText,
  createTexts,
  EVENT_STATUSES,
  type HtmlCleaner,
  type Image,
  MAX_NAME_LENGTH,
  type Organizer,
  type Post,
  type Term,
  toImageAlt,
  toPlainText,
  toSlug,
  toTermName,
  toWebAddress,
  type Venue,
} from "@kalends/core";
import { decodeSlug } from "@kalends/core/storage";
import { toFormattedTitle } from "./formatted-title.ts";
import { HIGHEST_LISTED_ID, isWallClock } from "./record-checks.ts";
import { datesOf, timesOf } from "./record-times.ts";
import { toCost } from "./shown-cost.ts";
import { readOr, SourceProblem, type SourceRecord } from "./source-record.ts";

/** Maximum number of characters of a value to quote in a note. */
const MAX_SHOWN = 100;

/** Thrown for a record that the import leaves out on purpose. The message gives the reason. */
export class KeptOut extends Error {}

/** Receives a note about a value that was not imported. */
type Note = (line: string) => void;

/**
 * Converts source records to local records without links. The converted records have the source's author
 * numbers and ids; 0 stands for no id. An optional value that cannot be read is left out with a note. Throws
 * a `SourceProblem` for an unreadable record, and `KeptOut` for a record that is left out on purpose.
 */
export interface RecordReader {
  term(source: SourceRecord, taxonomy: Term["taxonomy"], note: Note): Term;
  venue(source: SourceRecord, note: Note): Venue;
  organizer(source: SourceRecord, note: Note): Organizer;
  event(source: SourceRecord, note: Note): CalendarEvent;
  /** Returns the image of a record; `undefined` if the record has none. */
  image(source: SourceRecord, note: Note): Image | undefined;
}

export interface ReaderOptions {
  readonly cleaner: HtmlCleaner;
  /** Statuses that local records may have. */
  readonly statuses: readonly string[];
  /** Default time zone for events without a readable one. */
  readonly timezone: string;
}

export const createRecordReader = ({ cleaner, statuses, timezone }: ReaderOptions): RecordReader => {
  // Clean and check imported texts in the same way as texts that clients send over HTTP.
  const texts = createTexts({ htmlCleaner: cleaner });

  const plain = (source: SourceRecord, name: string): string => cleaner.toText(source.text(name)).trim();

  /**
   * Returns a substitute for an empty name: the slug, else the id or the start. Throws a `SourceProblem` if
   * all of these are empty.
   */
  const named = (source: SourceRecord, name: string, found: string, note: Note): string => {
    if (found !== "") return found;
    const id = source.idOrZero("id");
    const other =
      toTermName(decodeSlug(source.text("slug"))) || (id > 0 ? `#${id}` : "") || source.text("start_date");
    if (other === "") throw new SourceProblem(`${name} is empty`);
    note(`${name} is empty: "${other.slice(0, MAX_SHOWN)}" is used instead`);
    return other;
  };

  const title = (source: SourceRecord, name: string, note: Note): string => {
    const formatted = toFormattedTitle(source.text(name), cleaner);
    return named(source, name, texts.name(formatted ?? plain(source, name), ANONYMOUS), note);
  };

  const detail = (source: SourceRecord, name: string): string => texts.detail(source.text(name));

  const details = <Name extends string>(
    source: SourceRecord,
    names: readonly Name[],
  ): Readonly<Record<Name, string>> =>
    Object.fromEntries(names.map((name) => [name, detail(source, name)])) as Record<Name, string>;

  const authorOf = (source: SourceRecord, note: Note): number => {
    const author = source.idOrZero("author");
    if (author <= HIGHEST_LISTED_ID) return author;
    note(`author is above ${HIGHEST_LISTED_ID}, and is left out: ${author}`);
    return 0;
  };

  const lineageOf = (source: SourceRecord, note: Note): readonly string[] => {
    const lineage = [...new Set([source.text("global_id"), ...source.texts("global_id_lineage")])];
    return lineage.filter((globalId) => {
      if (globalId.includes("<"))
        note(`global_id has markup, and is left out: ${globalId.slice(0, MAX_SHOWN)}`);
      return globalId !== "" && !globalId.includes("<");
    });
  };

  const post = (source: SourceRecord, note: Note): Post => {
    const status = source.text("status");
    if (!statuses.includes(status)) throw new KeptOut(`unknown status: ${status}`);
    const slug = toSlug(source.text("slug"));
    const id = source.idOrZero("id");
    return {
      id,
      author: authorOf(source, note),
      status,
      slug,
      ...datesOf(source, note),
      description: cleaner.clean(source.text("description")),
      excerpt: cleaner.clean(source.text("excerpt")),
      lineage: lineageOf(source, note),
      ...(id > 0 && { sourceId: id }),
      extensions: {},
      ...(status === "trash" && { trashed: { status: "draft", slug: slug.replace(/__trashed$/, "") } }),
    };
  };

  /**
   * True if the website is the web page of the record itself. Servers show this page if nobody entered a
   * website (rules/choices.md#import-values).
   */
  const isOwnPage = (source: SourceRecord): boolean =>
    cleaner.toText(source.text("website")) === cleaner.toText(source.text("url"));

  /** Returns the website of a record; `""` if it has none. */
  const website = (source: SourceRecord, note: Note): string =>
    addressOf("website", cleaner.toText(source.text("website")), note) ?? "";

  /**
   * Returns the text if it is empty or an `http` or `https` URL. Returns `undefined` with a note for other
   * schemes, because clients put the URL into links.
   */
  const addressOf = (name: string, text: string, note: Note): string | undefined => {
    const address = toWebAddress(text);
    if (address !== undefined) return texts.website(address);
    note(`${name} is not a web address, and is left out: ${text.slice(0, MAX_SHOWN)}`);
    return undefined;
  };

  return {
    term: (source, taxonomy, note) => {
      const name = named(source, "name", toTermName(plain(source, "name")), note);
      const id = source.idOrZero("id");
      return {
        id,
        taxonomy,
        name,
        slug: toSlug(source.text("slug")) || toSlug(name) || String(id),
        description: cleaner.clean(source.text("description")),
        parentId: 0,
        extensions: {},
      };
    },
    venue: (source, note) => {
      const coordinates = toCoordinates(source, note);
      return {
        ...post(source, note),
        name: title(source, "venue", note),
        ...details(source, ["address", "city", "country", "province", "state", "zip", "phone"]),
        stateProvince: detail(source, "stateprovince"),
        website: isOwnPage(source) ? "" : website(source, note),
        showMap: source.flag("show_map", true),
        showMapLink: source.flag("show_map_link", true),
        ...(coordinates && { coordinates }),
      };
    },
    organizer: (source, note) => ({
      ...post(source, note),
      name: title(source, "organizer", note),
      website: isOwnPage(source) ? "" : website(source, note),
      ...details(source, ["phone", "email"]),
    }),
    event: (source, note) => {
      return {
        ...post(source, note),
        title: title(source, "title", note),
        schedule: {
          ...timesOf(source, timezone, note),
          abbreviation: detail(source, "timezone_abbr"),
        },
        cost: toCost(source, cleaner),
        ...(!isOwnPage(source) && { website: website(source, note) }),
        showMap: source.flag("show_map", true),
        showMapLink: source.flag("show_map_link", true),
        hideFromListings: source.flag("hide_from_listings", false),
        sticky: source.flag("sticky", false),
        featured: source.flag("featured", false),
        categoryIds: [],
        tagIds: [],
        organizerIds: [],
        ...statusOf(source),
      };
    },
    image: (source, note) => {
      const image = source.object("image");
      const toAddress: ToAddress = (name, text) => addressOf(name, text, note);
      return image === undefined ? undefined : toImage(image, source, toAddress, texts, note);
    },
  };
};

/**
 * Returns the status members of an event. Statuses of other servers that Kalends does not support are left
 * out.
 */
const statusOf = (
  source: SourceRecord,
): Pick<CalendarEvent, "eventStatus" | "statusReason" | "previousStart"> => {
  const status = readOr("", () => source.text("event_status"));
  const eventStatus = EVENT_STATUSES.find((known) => known === status && known !== "scheduled");
  const reason = checkText(toPlainText(readOr("", () => source.text("status_reason"))), MAX_NAME_LENGTH);
  const previousStart = readOr("", () => source.text("previous_start_date"));
  return {
    ...(eventStatus !== undefined && { eventStatus }),
    ...("value" in reason && reason.value !== "" && { statusReason: reason.value }),
    ...(eventStatus === "rescheduled" && isWallClock(previousStart) && { previousStart }),
  };
};

const toCoordinates = (source: SourceRecord, note: Note): Venue["coordinates"] => {
  const [lat, lng] = [source.number("geo_lat"), source.number("geo_lng")];
  if (lat === undefined || lng === undefined) return undefined;
  if (Math.abs(lat) <= 90 && Math.abs(lng) <= 180) return { lat, lng };
  note(`geo_lat and geo_lng are not a place on Earth, and are left out: ${lat}, ${lng}`);
  return undefined;
};

const MIME_TYPES: Readonly<Record<string, string>> = {
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  png: "image/png",
  gif: "image/gif",
  webp: "image/webp",
  avif: "image/avif",
};

/** Returns a web URL; `undefined` if the text is not one. */
type ToAddress = (name: string, text: string) => string | undefined;

const toImage = (
  image: SourceRecord,
  owner: SourceRecord,
  addressOf: ToAddress,
  texts: Pick<ReturnType<typeof createTexts>, "detail">,
  note: Note,
): Image | undefined => {
  const url = addressOf("image.url", image.text("url"));
  if (url === undefined) return undefined;
  if (url === "" || image.idOrZero("id") === 0) {
    note(`image has no ${url === "" ? "address" : "id"}, and is left out: ${url.slice(0, MAX_SHOWN)}`);
    return undefined;
  }
  const extension = image.text("extension").toLowerCase();
  const [width, height, fileSize] = [image.number("width"), image.number("height"), image.number("filesize")];
  const sizes = image.object("sizes");
  // Other servers may use the member `alt` for a value that is not a text.
  const alt = toImageAlt(typeof image.value("alt") === "string" ? image.text("alt") : "");
  return {
    id: image.id("id"),
    author: owner.idOrZero("author"),
    url,
    sourceUrl: url,
    mimeType: MIME_TYPES[extension] ?? "application/octet-stream",
    ...(width !== undefined && { width }),
    ...(height !== undefined && { height }),
    ...(fileSize !== undefined && { fileSize }),
    sizes: Object.fromEntries(
      (sizes?.names() ?? []).flatMap((name) => {
        const size = sizes?.object(name);
        const address = size && addressOf(`image.sizes.${name}.url`, size.text("url"));
        if (address === undefined) return [];
        const bytes = size?.number("filesize");
        return [
          [
            texts.detail(name),
            {
              width: size?.number("width") ?? 0,
              height: size?.number("height") ?? 0,
              mimeType: texts.detail(size?.text("mime-type") ?? ""),
              ...(bytes !== undefined && { fileSize: bytes }),
              url: address,
            },
          ] as const,
        ];
      }),
    ),
    ...(alt !== undefined && { alt }),
    createdUtc: datesOf(owner, () => undefined).dateUtc,
  };
};
