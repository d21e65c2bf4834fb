import {
  type CalendarEvent,
  type Image,
  type JsonValue,
  millisecondsOf,
  type Organizer,
  type Post,
  type Repositories,
  utcText,
  type Venue,
} from "@kalends/core";

type Json = Readonly<Record<string, JsonValue>>;

/** Returns the kind of a record in a recorded response. */
const kindOf = (record: Json): "event" | "venue" | "organizer" | "term" | undefined =>
  "taxonomy" in record
    ? "term"
    : "start_date_details" in record
      ? "event"
      : "venue" in record
        ? "venue"
        : "organizer" in record
          ? "organizer"
          : undefined;

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

const decodeEntities = (text: string): string =>
  text.replace(/&(#\d+|\w+);/g, (entity, name: string) =>
    name.startsWith("#") ? String.fromCodePoint(Number(name.slice(1))) : (ENTITIES[name] ?? entity),
  );

const textOf = (record: Json, name: string): string => {
  const value = record[name];
  return typeof value === "string" ? value : "";
};

const idsOf = (value: JsonValue | undefined): readonly number[] =>
  Array.isArray(value) ? value.map((entry) => Number(entry.id)) : [];

const objectOf = (value: JsonValue | undefined): Json | undefined =>
  // Cast: a value that is neither an array nor a scalar is an object.
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : undefined;

/**
 * Converts a recorded time for a rebuilt record. Only times that depend on the time of the recording change.
 */
export type Retime = (wallClock: string) => string;

const RECORDED_NOW = /^2026-11-20 (16|21):\d\d:\d\d$/;
const SITE_BEHIND = 5 * 60 * 60 * 1000;
const TEN_MINUTES = 10 * 60 * 1000;

/** Converts times of the recording to times before the start of the replay. Their order remains the same. */
export const beforeStart: Retime = (wallClock) =>
  RECORDED_NOW.test(wallClock) ? utcText(millisecondsOf(wallClock) - TEN_MINUTES) : wallClock;

/**
 * Converts times of the recording to the current time of the replay, in the same time zone as the recorded
 * time.
 */
export const atPresent =
  (now: number): Retime =>
  (wallClock) => {
    const hour = RECORDED_NOW.exec(wallClock)?.[1];
    return hour === undefined ? wallClock : utcText(hour === "16" ? now - SITE_BEHIND : now);
  };

const toPost = (record: Json, retime: Retime): Post => {
  const imageId = objectOf(record.image)?.id;
  const slug = textOf(record, "slug");
  return {
    id: Number(record.id),
    author: Number(record.author),
    status: textOf(record, "status"),
    slug,
    date: retime(textOf(record, "date")),
    dateUtc: retime(textOf(record, "date_utc")),
    modified: retime(textOf(record, "modified")),
    modifiedUtc: retime(textOf(record, "modified_utc")),
    description: textOf(record, "description"),
    excerpt: textOf(record, "excerpt"),
    lineage: [],
    extensions: {},
    ...(typeof imageId === "number" && { imageId }),
    ...(record.status === "trash" && {
      trashed: { status: "publish", slug: slug.replace(/__trashed$/, "") },
    }),
  };
};

const toVenue = (record: Json, retime: Retime): Venue => ({
  ...toPost(record, retime),
  name: decodeEntities(textOf(record, "venue")),
  address: textOf(record, "address"),
  city: textOf(record, "city"),
  country: textOf(record, "country"),
  province: textOf(record, "province"),
  state: textOf(record, "state"),
  zip: textOf(record, "zip"),
  phone: textOf(record, "phone"),
  stateProvince: textOf(record, "stateprovince"),
  website: textOf(record, "website"),
  showMap: record.show_map === true,
  showMapLink: record.show_map_link === true,
});

const toOrganizer = (record: Json, retime: Retime): Organizer => ({
  ...toPost(record, retime),
  name: decodeEntities(textOf(record, "organizer")),
  phone: textOf(record, "phone"),
  website: textOf(record, "website"),
  email: textOf(record, "email"),
});

const toEvent = (record: Json, retime: Retime): CalendarEvent => {
  const cost = objectOf(record.cost_details);
  const symbol = textOf(cost ?? {}, "currency_symbol");
  const position = textOf(cost ?? {}, "currency_position");
  const text = decodeEntities(textOf(record, "cost"));
  const values = Array.isArray(cost?.values) ? cost.values.map(String) : [];
  const website = decodeEntities(textOf(record, "website"));
  const venueId = objectOf(record.venue)?.id;
  return {
    ...toPost(record, retime),
    title: decodeEntities(textOf(record, "title")),
    schedule: {
      start: textOf(record, "start_date"),
      end: textOf(record, "end_date"),
      utcStart: textOf(record, "utc_start_date"),
      utcEnd: textOf(record, "utc_end_date"),
      timezone: textOf(record, "timezone"),
      abbreviation: textOf(record, "timezone_abbr"),
      allDay: record.all_day === true,
    },
    cost: {
      values: values.some((value) => /\d/.test(value)) || text === "" ? values : [text],
      symbol,
      position: position === "prefix" || position === "postfix" ? position : "",
    },
    ...(website !== textOf(record, "url") && { website }),
    showMap: record.show_map === true,
    showMapLink: record.show_map_link === true,
    hideFromListings: record.hide_from_listings === true,
    sticky: record.sticky === true,
    featured: record.featured === true,
    categoryIds: idsOf(record.categories),
    tagIds: idsOf(record.tags),
    ...(typeof venueId === "number" && { venueId }),
    organizerIds: idsOf(record.organizer),
  };
};

const toImage = (image: Json): Image => {
  const extension = textOf(image, "extension");
  const sizes = Object.entries(objectOf(image.sizes) ?? {}).map(([name, value]) => {
    const size = objectOf(value) ?? {};
    return [
      name,
      {
        width: Number(size.width),
        height: Number(size.height),
        mimeType: textOf(size, "mime-type"),
        fileSize: Number(size.filesize),
        url: textOf(size, "url"),
      },
    ] as const;
  });
  return {
    id: Number(image.id),
    author: 1,
    url: textOf(image, "url"),
    mimeType: extension === "jpg" ? "image/jpeg" : `image/${extension}`,
    ...(typeof image.width === "number" && { width: image.width }),
    ...(typeof image.height === "number" && { height: image.height }),
    ...(typeof image.filesize === "number" && { fileSize: image.filesize }),
    sizes: Object.fromEntries(sizes),
    createdUtc: "2026-11-20 21:12:00",
  };
};

/** Stores a record from a recorded response, with its image. Returns false if the value is not a record. */
export const rebuild = async (
  record: JsonValue,
  repositories: Repositories,
  retime: Retime,
): Promise<boolean> => {
  const shown = objectOf(record);
  const kind = shown && kindOf(shown);
  if (shown === undefined || kind === undefined) return false;
  if (kind === "term") return rebuildTerm(shown, repositories);
  const image = objectOf(shown.image);
  const isMissing = image !== undefined && (await repositories.images.find(Number(image.id))) === undefined;
  if (isMissing) await repositories.images.save(toImage(image));
  await repositories.ids.reserve("record", Number(shown.id));
  if (kind === "event") return repositories.events.save(toEvent(shown, retime));
  if (kind === "venue") return repositories.venues.save(toVenue(shown, retime));
  return repositories.organizers.save(toOrganizer(shown, retime));
};

/** Stores an image from a recorded response. Other values are ignored. */
export const rebuildImage = async (image: JsonValue, { images }: Repositories): Promise<void> => {
  const shown = objectOf(image);
  if (shown !== undefined && "extension" in shown) await images.save(toImage(shown));
};

const rebuildTerm = async (shown: Json, { ids, terms }: Repositories): Promise<boolean> => {
  await ids.reserve("term", Number(shown.id));
  return terms.save({
    id: Number(shown.id),
    taxonomy: shown.taxonomy === "post_tag" ? "tag" : "category",
    name: decodeEntities(textOf(shown, "name")),
    slug: textOf(shown, "slug"),
    description: textOf(shown, "description"),
    parentId: Number(shown.parent ?? 0),
    extensions: {},
  });
};
