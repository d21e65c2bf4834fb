import {
  type CalendarEvent,
  createSchedule,
  DAY,
  type Organizer,
  type Post,
  toSlug,
  toWallClock,
  utcText,
  type Venue,
} from "@kalends/core";
import type { Random } from "./random.ts";
import type { LinkedRecords, SeedOptions } from "./seed.ts";
import { HALLS, OCCASIONS, PLACES, SENTENCES, SOCIETIES, STREETS, THEMES } from "./vocabulary.ts";

export const EVENTS_PER_DAY = 10;

export type Published = Pick<Post, "date" | "dateUtc" | "modified" | "modifiedUtc">;

export const publishedNow = ({ clock, site }: Pick<SeedOptions, "clock" | "site">): Published => {
  const dateUtc = utcText(clock.now());
  const date = toWallClock(dateUtc, site.timezone);
  return { date, dateUtc, modified: date, modifiedUtc: dateUtc };
};

const draftPost = (id: number, slug: string, description: string, now: Published): Post => ({
  id,
  author: 1,
  status: "publish",
  slug,
  ...now,
  description,
  excerpt: "",
  lineage: [],
  extensions: {},
});

export const draftVenue = (id: number, now: Published, random: Random): Venue => {
  const [city, state, province, country, , lat, lng] = random.pick(PLACES);
  const name = `${random.pick(THEMES)} ${random.pick(HALLS)} ${id}`;
  return {
    ...draftPost(id, `${toSlug(name)}-${id}`, "", now),
    name,
    address: `${1 + random.below(200)} ${random.pick(STREETS)}`,
    city,
    country,
    province,
    state,
    zip: String(10_000 + random.below(90_000)),
    phone: `+1 555 01${String(random.below(100)).padStart(2, "0")}`,
    stateProvince: state || province,
    website: `https://venue-${id}.example`,
    showMap: true,
    showMapLink: true,
    coordinates: { lat: nearby(lat, random), lng: nearby(lng, random) },
  };
};

/**
 * Moves a latitude or longitude by up to 0.05 degrees, about 5 km. The result has four decimals, about 10 m.
 */
const nearby = (degrees: number, random: Random): number =>
  Math.round((degrees + (random.below(1001) - 500) / 10_000) * 10_000) / 10_000;

export const draftOrganizer = (id: number, now: Published, random: Random): Organizer => {
  const name = `${random.pick(THEMES)} ${random.pick(SOCIETIES)} ${id}`;
  return {
    ...draftPost(id, `${toSlug(name)}-${id}`, "", now),
    name,
    phone: "",
    website: `https://organizer-${id}.example`,
    email: `post@organizer-${id}.example`,
  };
};

/** Creates an event with the id 0. The transaction assigns the real id. */
export const draftEvent = (
  index: number,
  options: SeedOptions,
  linked: LinkedRecords,
  now: Published,
  random: Random,
): CalendarEvent => {
  const title = `${random.pick(THEMES)} ${random.pick(OCCASIONS)}`;
  const hour = 8 + random.below(13);
  const day = Date.parse(`${options.from}T00:00:00Z`) + Math.floor(index / EVENTS_PER_DAY) * DAY;
  const startsAt = day + hour * 60 * 60 * 1000 + random.pick([0, 15, 30]) * 60 * 1000;
  const paragraphs = Array.from({ length: 2 + random.below(3) }, () =>
    Array.from({ length: 2 + random.below(3) }, () => random.pick(SENTENCES)).join(" "),
  );
  const venue = linked.venues[random.below(linked.venues.length)];
  const organizer = linked.organizers[random.below(linked.organizers.length)];
  const isPublic = !random.percent(3);
  const pickTwo = (ids: readonly number[]): readonly number[] => [
    ...new Set(
      [ids[random.below(ids.length)], ids[random.below(ids.length)]].filter((id) => id !== undefined),
    ),
  ];
  return {
    ...draftPost(0, toSlug(title), paragraphs.join("\n\n"), now),
    status: isPublic ? "publish" : random.pick(["draft", "pending", "private"]),
    title,
    schedule: createSchedule({
      start: utcText(startsAt),
      end: utcText(startsAt + (1 + random.below(4)) * 60 * 60 * 1000),
      timezone: random.percent(80) ? options.site.timezone : random.pick(PLACES)[4],
      allDay: random.percent(10),
      dayCutoff: options.site.dayCutoff,
    }),
    cost: { values: random.percent(50) ? [String(5 + random.below(40))] : [], symbol: "", position: "" },
    showMap: true,
    showMapLink: true,
    hideFromListings: random.percent(1),
    sticky: false,
    featured: random.percent(10),
    categoryIds: pickTwo(linked.categoryIds),
    tagIds: pickTwo(linked.tagIds),
    ...(venue !== undefined && { venueId: venue.id }),
    organizerIds: organizer === undefined ? [] : [organizer.id],
  };
};
