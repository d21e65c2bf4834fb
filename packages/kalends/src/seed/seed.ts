import {
  type CalendarEvent,
  type Clock,
  createSchedule,
  type Organizer,
  type Post,
  type Repositories,
  type SiteSettings,
  type Store,
  type Term,
  toSlug,
  toWallClock,
  utcText,
  type Venue,
} from "@kalends/core";
import {
  CATEGORIES,
  HALLS,
  OCCASIONS,
  PLACES,
  SENTENCES,
  SOCIETIES,
  STREETS,
  TAGS,
  THEMES,
} from "./vocabulary.ts";

export interface SeedOptions {
  readonly store: Store;
  readonly site: Pick<SiteSettings, "timezone" | "dayCutoff">;
  readonly clock: Clock;
  /** How many events; venues and organizers follow. */
  readonly events: number;
  /** The same seed, numbers and first day make the same records. */
  readonly seed: number;
  /** `YYYY-MM-DD`: the first day with events; ten events start on each day from there on. */
  readonly from: string;
  /** Called after each batch with the number of events stored so far. */
  readonly onProgress?: (stored: number) => void;
}

/** Numbers that look random and are the same for the same seed. */
interface Random {
  /** A whole number from 0 to below `limit`. */
  below(limit: number): number;
  pick<T>(choices: readonly [T, ...(readonly T[])]): T;
  /** True in this many of a hundred cases. */
  percent(chance: number): boolean;
}

/** Mulberry32: 32 bits of state are plenty for made-up calendars. */
const createRandom = (seed: number): Random => {
  let state = seed >>> 0;
  const below = (limit: number): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000) * limit);
  };
  return {
    below,
    pick: (choices) => choices[below(choices.length)] ?? choices[0],
    percent: (chance) => below(100) < chance,
  };
};

const EVENTS_PER_DAY = 10;
const EVENTS_PER_VENUE = 25;
/** Events in one transaction. */
const BATCH = 1000;
const DAY = 24 * 60 * 60 * 1000;

/** What events refer to. */
interface LinkedRecords {
  readonly venues: readonly Venue[];
  readonly organizers: readonly Organizer[];
  readonly categoryIds: readonly number[];
  readonly tagIds: readonly number[];
}

/** Adds plausible, reproducible records to the store. Source: rules/choices.md#seed-data. */
export const seedStore = async (options: SeedOptions): Promise<void> => {
  const { store, events, seed } = options;
  const random = createRandom(seed);
  const linked = await store.transaction((repositories) =>
    // A transaction may run again; it then starts from the same numbers.
    addLinkedRecords(repositories, options, createRandom(seed)),
  );
  for (let stored = 0; stored < events; stored += BATCH) {
    const size = Math.min(BATCH, events - stored);
    const now = publishedNow(options);
    const drafts = Array.from({ length: size }, (_, index) =>
      draftEvent(stored + index, options, linked, now, random),
    );
    await store.transaction(({ ids, events }) =>
      Promise.all(
        drafts.map(async (draft) => {
          const id = await ids.next("record");
          await events.save({ ...draft, id, slug: `${draft.slug}-${id}` });
        }),
      ),
    );
    options.onProgress?.(stored + size);
  }
};

const addLinkedRecords = async (
  { venues, organizers, terms, ids }: Repositories,
  options: SeedOptions,
  random: Random,
): Promise<LinkedRecords> => {
  const made = {
    venues: [] as Venue[],
    organizers: [] as Organizer[],
    categoryIds: [] as number[],
    tagIds: [] as number[],
  };
  const addTerm = async (taxonomy: Term["taxonomy"], name: string, parentId: number): Promise<number> => {
    const slug = toSlug(name);
    const known = await terms.findBySlug(taxonomy, slug);
    if (known !== undefined) return known.id;
    const id = await ids.next("term");
    await terms.save({ id, taxonomy, name, slug, description: "", parentId, extensions: {} });
    return id;
  };
  for (const [name, children] of CATEGORIES) {
    const parentId = await addTerm("category", name, 0);
    made.categoryIds.push(parentId);
    for (const child of children) made.categoryIds.push(await addTerm("category", child, parentId));
  }
  for (const name of TAGS) made.tagIds.push(await addTerm("tag", name, 0));
  const now = publishedNow(options);
  const count = Math.max(5, Math.ceil(options.events / EVENTS_PER_VENUE));
  // Stores do together what they are asked for at once.
  const recordIds = await Promise.all(Array.from({ length: 2 * count }, () => ids.next("record")));
  for (const [index, id] of recordIds.entries()) {
    if (index % 2 === 0) made.venues.push(draftVenue(id, now, random));
    else made.organizers.push(draftOrganizer(id, now, random));
  }
  await Promise.all(made.venues.map(venues.save));
  await Promise.all(made.organizers.map(organizers.save));
  return made;
};

type Published = Pick<Post, "date" | "dateUtc" | "modified" | "modifiedUtc">;

const publishedNow = ({ clock, site }: SeedOptions): Published => {
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

const draftVenue = (id: number, now: Published, random: Random): Venue => {
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

/** Moved by up to a twentieth of a degree, some five kilometres; with four decimals, some ten metres. */
const nearby = (degrees: number, random: Random): number =>
  Math.round((degrees + (random.below(1001) - 500) / 10_000) * 10_000) / 10_000;

const draftOrganizer = (id: number, now: Published, random: Random): Organizer => {
  const name = `${random.pick(THEMES)} ${random.pick(SOCIETIES)} ${id}`;
  return {
    ...draftPost(id, `${toSlug(name)}-${id}`, "", now),
    name,
    phone: "",
    website: `https://organizer-${id}.example`,
    email: `post@organizer-${id}.example`,
  };
};

/** An event but for its id, which the transaction hands out. */
const draftEvent = (
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
