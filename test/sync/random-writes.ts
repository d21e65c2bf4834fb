import { type CalendarClient, CalendarNetworkError, CalendarRequestError } from "@kalends/client";
import { integerBelow, pick, pickSome, type Random, seldom } from "./random.ts";

/** Ids of all records that have existed, so that later writes can refer to them. */
export interface KnownIds {
  readonly events: number[];
  readonly venues: number[];
  readonly organizers: number[];
  readonly categories: number[];
  readonly tags: number[];
  readonly images: number[];
}

export const createKnownIds = (): KnownIds => ({
  events: [],
  venues: [],
  organizers: [],
  categories: [],
  tags: [],
  images: [],
});

/** Result of a write. `unknown` means that the server ended before it responded. */
export type Outcome = "done" | "refused" | "unknown";

type Write = (client: CalendarClient, random: Random, ids: KnownIds) => Promise<unknown>;

const STATUSES = ["publish", "publish", "publish", "draft", "pending", "private"] as const;
const WORDS = ["Jazz", "Blues", "Opera", "Folk", "Rock & Roll", "Größe", "Night", "<b>Bold</b>", "Day"];
/** Returns a name from a small set, so that records often have equal names and slugs. */
const name = (random: Random): string => `${pick(random, WORDS)} ${integerBelow(random, 60)}`;

const moment = (random: Random): string => {
  const two = (number: number): string => String(number + 1).padStart(2, "0");
  const [month, day, hour] = [integerBelow(random, 12), integerBelow(random, 28), integerBelow(random, 22)];
  return `20${30 + integerBelow(random, 5)}-${two(month)}-${two(day)} ${two(hour)}:00:00`;
};

/** Returns ids of terms, and sometimes the name of a new term. */
const terms = (random: Random, ids: readonly number[]): readonly (string | number)[] => [
  ...pickSome(random, ids, 3),
  ...(random() < 0.1 ? [name(random)] : []),
];

const defined = (values: Readonly<Record<string, unknown>>): object =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));

const someId = (random: Random, ids: readonly number[]): number =>
  ids.length === 0 ? 999 : pick(random, ids);

/** Returns random values for an event. On average, each value is present once in `oneIn` calls. */
const eventValues = (random: Random, ids: KnownIds, oneIn: number): object => {
  const values = {
    title: seldom(random, oneIn, () => name(random)),
    excerpt: seldom(random, oneIn * 2, () => name(random)),
    status: seldom(random, oneIn * 2, () => pick(random, STATUSES)),
    date: seldom(random, oneIn * 10, () => (random() < 0.5 ? moment(random) : "2019-05-01 10:00:00")),
    all_day: seldom(random, oneIn * 4, () => random() < 0.5),
    hide_from_listings: seldom(random, oneIn * 6, () => random() < 0.5),
    featured: seldom(random, oneIn * 6, () => random() < 0.5),
    cost: seldom(random, oneIn * 4, () => integerBelow(random, 50)),
    venue: seldom(random, oneIn * 2, () => {
      if (random() < 0.2) return "";
      return random() < 0.1 ? { venue: name(random) } : someId(random, ids.venues);
    }),
    organizer: seldom(random, oneIn * 2, () => pickSome(random, ids.organizers, 2)),
    categories: seldom(random, oneIn, () => terms(random, ids.categories)),
    tags: seldom(random, oneIn, () => terms(random, ids.tags)),
    image: seldom(random, oneIn * 5, () => imageOf(random, ids)),
  };
  return defined({ ...values, ...seldom(random, oneIn, () => dates(random)) });
};

const dates = (random: Random) => {
  const start = moment(random);
  return { start_date: start, end_date: start.replace(":00:00", ":45:00"), timezone: "Europe/Rome" };
};

const imageOf = (random: Random, { images }: KnownIds): string =>
  images.length === 0 || random() < 0.3 ? "" : String(pick(random, images));

const linkedValues = (random: Random, ids: KnownIds): object =>
  defined({
    description: seldom(random, 2, () => name(random)),
    phone: seldom(random, 3, () => String(integerBelow(random, 1_000))),
    status: seldom(random, 4, () => pick(random, STATUSES)),
    image: seldom(random, 6, () => imageOf(random, ids)),
  });

const termValues = (random: Random): object =>
  defined({
    name: seldom(random, 2, () => name(random)),
    slug: seldom(random, 4, () => `slug-${integerBelow(random, 60)}`),
    description: seldom(random, 2, () => name(random)),
  });

/** PNG image of one transparent pixel. */
const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

const note = async (known: number[], made: Promise<{ readonly id: number }>): Promise<void> => {
  known.push((await made).id);
};

const RECURRENCES = [
  { rules: ["FREQ=DAILY;COUNT=3"], dates: [], except: [] },
  { rules: ["FREQ=WEEKLY;COUNT=5"], dates: [], except: [] },
  { rules: ["FREQ=MONTHLY;COUNT=2"], dates: [], except: [] },
  { rules: [], dates: [], except: [] },
];

/**
 * Returns the id of an occurrence in the first page of a random list. Returns 999 if the page has only single
 * events.
 */
const someOccurrence = async (client: CalendarClient, random: Random): Promise<number> => {
  const { items } = await client.events.list({ start_date: dates(random).start_date, per_page: 20 }).page();
  return someId(
    random,
    items.filter(({ is_recurring }) => is_recurring).map(({ id }) => id),
  );
};

/** Kinds of writes, each with its share in percent. */
const WRITES: readonly (readonly [share: number, write: Write])[] = [
  [
    16,
    (client, random, ids) => {
      const values = { title: name(random), ...dates(random), ...eventValues(random, ids, 2) };
      return note(ids.events, client.events.create(values as never));
    },
  ],
  [
    26,
    (client, random, ids) =>
      client.events.update(someId(random, ids.events), eventValues(random, ids, 3) as never),
  ],
  [
    5,
    (client, random, ids) => {
      const values = { title: name(random), ...dates(random), ...eventValues(random, ids, 2) };
      return note(
        ids.events,
        client.events.create({ ...values, recurrence: pick(random, RECURRENCES) } as never),
      );
    },
  ],
  [
    3,
    (client, random, ids) =>
      client.events.update(someId(random, ids.events), { recurrence: pick(random, RECURRENCES) } as never),
  ],
  [
    8,
    async (client, random, ids) => {
      const id = await someOccurrence(client, random);
      const {
        status: _follows,
        date: _follows_too,
        ...own
      } = eventValues(random, ids, 3) as {
        readonly status?: string;
        readonly date?: string;
      };
      return client.events.update(id, own as never);
    },
  ],
  [2, async (client, random) => client.events.delete(await someOccurrence(client, random))],
  [7, (client, random, ids) => client.events.delete(someId(random, ids.events))],
  [6, (client, random, ids) => client.events.update(someId(random, ids.events), { status: "publish" })],
  [
    4,
    (client, random, ids) =>
      note(ids.venues, client.venues.create({ venue: name(random), ...linkedValues(random, ids) })),
  ],
  [
    5,
    (client, random, ids) =>
      client.venues.update(someId(random, ids.venues), {
        ...linkedValues(random, ids),
        ...(random() < 0.3 && { venue: name(random) }),
      }),
  ],
  [2, (client, random, ids) => client.venues.delete(someId(random, ids.venues))],
  [2, (client, random, ids) => client.venues.update(someId(random, ids.venues), { status: "publish" })],
  [
    4,
    (client, random, ids) =>
      note(
        ids.organizers,
        client.organizers.create({ organizer: name(random), ...linkedValues(random, ids) }),
      ),
  ],
  [
    4,
    (client, random, ids) =>
      client.organizers.update(someId(random, ids.organizers), linkedValues(random, ids)),
  ],
  [2, (client, random, ids) => client.organizers.delete(someId(random, ids.organizers))],
  [
    2,
    (client, random, ids) => client.organizers.update(someId(random, ids.organizers), { status: "publish" }),
  ],
  [
    3,
    (client, random, ids) => {
      const parent = seldom(random, 2, () => pickSome(random, ids.categories, 1)[0]);
      const values = defined({ name: name(random), parent }) as { readonly name: string };
      return note(ids.categories, client.categories.create(values));
    },
  ],
  [
    4,
    (client, random, ids) => {
      const parent = seldom(random, 2, () => (random() < 0.3 ? 0 : someId(random, ids.categories)));
      return client.categories.update(
        someId(random, ids.categories),
        defined({ ...termValues(random), parent }),
      );
    },
  ],
  [2, (client, random, ids) => client.categories.delete(someId(random, ids.categories))],
  [3, (client, random, ids) => note(ids.tags, client.tags.create({ name: name(random) }))],
  [3, (client, random, ids) => client.tags.update(someId(random, ids.tags), termValues(random))],
  [2, (client, random, ids) => client.tags.delete(someId(random, ids.tags))],
  [1, (client, _, ids) => note(ids.images, client.images.upload(PIXEL, { name: "pixel.png" }))],
  [2, (client, random, ids) => client.images.delete(someId(random, ids.images))],
];

const ALL_SHARES = WRITES.reduce((sum, [share]) => sum + share, 0);

const pickWrite = (random: Random): Write => {
  let left = random() * ALL_SHARES;
  for (const [share, write] of WRITES) {
    left -= share;
    if (left < 0) return write;
  }
  throw new Error("The shares do not add up");
};

/** Sends a random write. Fails only if the response is one that a calendar must never send. */
export const writeSomething = async (
  client: CalendarClient,
  random: Random,
  ids: KnownIds,
): Promise<Outcome> => {
  try {
    await pickWrite(random)(client, random, ids);
    return "done";
  } catch (error) {
    if (error instanceof CalendarNetworkError) return "unknown";
    if (!(error instanceof CalendarRequestError)) throw error;
    if (error.status === 503) return "unknown";
    if (error.status >= 500) throw error;
    return "refused";
  }
};
