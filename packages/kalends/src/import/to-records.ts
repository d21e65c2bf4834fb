import {
  type CalendarEvent,
  type Cost,
  type HtmlCleaner,
  type Image,
  isTimeZone,
  type Organizer,
  type Post,
  type Term,
  toSlug,
  type Venue,
} from "@kalends/core";
import { HIGHEST_LISTED_ID } from "./highest-id.ts";
import { SourceProblem, type SourceRecord } from "./source-record.ts";

/** Statuses that a list page may show. */
const STATUSES: ReadonlySet<string> = new Set(["publish", "future", "draft", "pending", "private", "trash"]);

/** Turns records of list pages into ours; links still carry the ids of the source. Throws `SourceProblem`. */
export interface RecordReader {
  term(source: SourceRecord, taxonomy: Term["taxonomy"]): Term;
  venue(source: SourceRecord): Venue;
  organizer(source: SourceRecord): Organizer;
  event(source: SourceRecord): CalendarEvent;
  /** The image that a record shows, if any. */
  image(source: SourceRecord): Image | undefined;
}

export const createRecordReader = (cleaner: HtmlCleaner): RecordReader => {
  const plain = (source: SourceRecord, name: string): string => {
    const text = cleaner.toText(source.requiredText(name)).trim();
    if (text === "") throw new SourceProblem(`${name} is empty`);
    return text;
  };

  const post = (source: SourceRecord): Post => {
    const status = source.requiredText("status");
    if (!STATUSES.has(status)) throw new SourceProblem(`status is not a known one: ${status}`);
    const slug = toSlug(source.text("slug"));
    const author = source.idOrZero("author");
    if (author > HIGHEST_LISTED_ID) throw new SourceProblem(`author is above ${HIGHEST_LISTED_ID}`);
    const lineage = [...new Set([source.text("global_id"), ...source.texts("global_id_lineage")])];
    return {
      id: source.id("id"),
      author,
      status,
      slug,
      date: source.wallClock("date"),
      dateUtc: source.wallClock("date_utc"),
      modified: source.wallClock("modified"),
      modifiedUtc: source.wallClock("modified_utc"),
      description: cleaner.clean(source.text("description")),
      excerpt: cleaner.clean(source.text("excerpt")),
      lineage: lineage.filter((globalId) => globalId !== ""),
      extensions: {},
      ...(status === "trash" && { trashed: { status: "draft", slug: slug.replace(/__trashed$/, "") } }),
    };
  };

  /** The record's own page stands in for a website that was never set (90-decisions P34). */
  const isOwnPage = (source: SourceRecord): boolean =>
    cleaner.toText(source.text("website")) === cleaner.toText(source.text("url"));

  return {
    term: (source, taxonomy) => {
      const name = plain(source, "name");
      const id = source.id("id");
      return {
        id,
        taxonomy,
        name,
        slug: toSlug(source.text("slug")) || toSlug(name) || String(id),
        description: source.text("description"),
        parentId: taxonomy === "category" ? source.idOrZero("parent") : 0,
        extensions: {},
      };
    },
    venue: (source) => {
      const [lat, lng] = [source.number("geo_lat"), source.number("geo_lng")];
      return {
        ...post(source),
        name: plain(source, "venue"),
        address: source.text("address"),
        city: source.text("city"),
        country: source.text("country"),
        province: source.text("province"),
        state: source.text("state"),
        zip: source.text("zip"),
        phone: source.text("phone"),
        stateProvince: source.text("stateprovince"),
        website: isOwnPage(source) ? "" : source.text("website"),
        showMap: source.flag("show_map", true),
        showMapLink: source.flag("show_map_link", true),
        ...(lat !== undefined && lng !== undefined && { coordinates: { lat, lng } }),
      };
    },
    organizer: (source) => ({
      ...post(source),
      name: plain(source, "organizer"),
      phone: source.text("phone"),
      website: isOwnPage(source) ? "" : source.text("website"),
      email: source.text("email"),
    }),
    event: (source) => {
      const timezone = source.requiredText("timezone");
      if (!isTimeZone(timezone)) throw new SourceProblem(`timezone is not a time zone: ${timezone}`);
      const venueId = source.object("venue")?.id("id");
      return {
        ...post(source),
        title: plain(source, "title"),
        schedule: {
          start: source.wallClock("start_date"),
          end: source.wallClock("end_date"),
          utcStart: source.wallClock("utc_start_date"),
          utcEnd: source.wallClock("utc_end_date"),
          timezone,
          abbreviation: source.text("timezone_abbr"),
          allDay: source.flag("all_day", false),
        },
        cost: toCost(source, cleaner),
        ...(!isOwnPage(source) && { website: cleaner.toText(source.text("website")) }),
        showMap: source.flag("show_map", true),
        showMapLink: source.flag("show_map_link", true),
        hideFromListings: source.flag("hide_from_listings", false),
        sticky: source.flag("sticky", false),
        featured: source.flag("featured", false),
        categoryIds: source.objects("categories").map((term) => term.id("id")),
        tagIds: source.objects("tags").map((term) => term.id("id")),
        ...(venueId !== undefined && { venueId }),
        organizerIds: [...new Set(source.objects("organizer").map((organizer) => organizer.id("id")))],
      };
    },
    image: (source) => {
      const image = source.object("image");
      return image === undefined ? undefined : toImage(image, source);
    },
  };
};

const toCost = (source: SourceRecord, cleaner: HtmlCleaner): Cost => {
  const details = source.object("cost_details");
  const values = details?.texts("values") ?? [];
  const shown = cleaner.toText(source.text("cost"));
  const position = details?.text("currency_position") ?? "";
  return {
    // Of a cost without numbers the details only show a form for look-ups; the text is what was written.
    values: values.length > 0 && !values.some((value) => /\d/.test(value)) ? [shown] : values,
    symbol: details?.text("currency_symbol") ?? "",
    position: position === "prefix" || position === "postfix" ? position : "",
  };
};

const MIME_TYPES: Readonly<Record<string, string>> = {
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  png: "image/png",
  gif: "image/gif",
  webp: "image/webp",
  avif: "image/avif",
};

const toImage = (image: SourceRecord, owner: SourceRecord): Image => {
  const url = image.requiredText("url");
  const extension = image.text("extension").toLowerCase();
  const [width, height, fileSize] = [image.number("width"), image.number("height"), image.number("filesize")];
  const sizes = image.object("sizes");
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
        if (size === undefined) return [];
        const bytes = size.number("filesize");
        return [
          [
            name,
            {
              width: size.number("width") ?? 0,
              height: size.number("height") ?? 0,
              mimeType: size.text("mime-type"),
              ...(bytes !== undefined && { fileSize: bytes }),
              url: size.requiredText("url"),
            },
          ] as const,
        ];
      }),
    ),
    createdUtc: owner.wallClock("date_utc"),
  };
};
