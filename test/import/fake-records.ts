/** Record in the form in which the API of the source returns it. */
export type FakeRecord = Record<string, unknown> & { id: number };

/** Records of a fake server, by list. Tests may change them. */
export interface FakeRecords {
  categories: FakeRecord[];
  tags: FakeRecord[];
  venues: FakeRecord[];
  organizers: FakeRecord[];
  events: FakeRecord[];
}

export interface RecordCounts {
  readonly categories?: number;
  readonly tags?: number;
  readonly venues?: number;
  readonly organizers?: number;
  readonly events?: number;
}

const STAMPS = {
  author: "1",
  status: "publish",
  date: "2030-01-01 10:00:00",
  date_utc: "2030-01-01 10:00:00",
  modified: "2030-01-01 10:00:00",
  modified_utc: "2030-01-01 10:00:00",
} as const;

const globalIdOf = (id: number) => ({
  global_id: `old.example?id=${id}`,
  global_id_lineage: [`old.example?id=${id}`],
});

/** Creates a category or tag for the fake server. */
export const fakeTerm = (list: "categories" | "tags", id: number, more: object = {}): FakeRecord => {
  const [word, taxonomy] = list === "tags" ? ["Tag", "post_tag"] : ["Category", "tribe_events_cat"];
  const slug = `${word.toLowerCase()}-${id}`;
  return {
    ...{ id, name: `${word} ${id}`, slug, taxonomy, description: "", parent: 0, count: 1, meta: [] },
    url: `https://old.example/${list}/${slug}/`,
    ...more,
  };
};

/** Creates a venue or organizer for the fake server. */
export const fakeLinked = (list: "venues" | "organizers", id: number, more: object = {}): FakeRecord => {
  const kind = list === "venues" ? "venue" : "organizer";
  const slug = `${kind}-${id}`;
  return {
    ...{ id, ...STAMPS, ...globalIdOf(id), [kind]: `The ${kind} ${id}`, slug },
    url: `https://old.example/${kind}/${slug}/`,
    ...(kind === "venue"
      ? {
          address: `${id} High Street`,
          city: "Oldtown",
          country: "Elsewhere",
          show_map: true,
          show_map_link: true,
        }
      : { phone: "555", email: `o${id}@old.example` }),
    ...more,
  };
};

/** Creates an event from 10:00 to 11:00 for the fake server. Its id determines the day in 2031. */
export const fakeEvent = (id: number, more: object = {}): FakeRecord => {
  const day = new Date(Date.UTC(2031, 0, 1 + (id % 365))).toISOString().slice(0, 10);
  const [start, end] = [`${day} 10:00:00`, `${day} 11:00:00`];
  const slug = `event-${id}`;
  return {
    ...{ id, ...globalIdOf(id), ...STAMPS, url: `https://old.example/event/${slug}/` },
    rest_url: `https://old.example/wp-json/tribe/events/v1/events/${id}`,
    ...{ title: `Event ${id}`, description: `<p>About ${id}</p>`, excerpt: "", slug, image: false },
    ...{ all_day: false, start_date: start, end_date: end, utc_start_date: start, utc_end_date: end },
    ...{ timezone: "UTC", timezone_abbr: "UTC", cost: "" },
    cost_details: { currency_symbol: "", currency_code: "", currency_position: "", values: [] },
    website: `https://old.example/event/${slug}/`,
    ...{ show_map: true, show_map_link: true, hide_from_listings: false, sticky: false, featured: false },
    ...{ categories: [], tags: [], venue: [], organizer: [], event_status: "scheduled" },
    ...more,
  };
};

const madeOf = (first: number, count: number, make: (id: number) => FakeRecord): FakeRecord[] =>
  Array.from({ length: count }, (_, index) => make(first + index));

/**
 * Creates records for a fake server: categories from id 11, tags from 41, venues from 101, organizers from
 * 121 and events from 141. Each event has a category, a tag, a venue and an organizer if such records exist.
 */
export const fakeRecords = (counts: RecordCounts = {}): FakeRecords => {
  const categories = madeOf(11, counts.categories ?? 2, (id) => fakeTerm("categories", id));
  const tags = madeOf(41, counts.tags ?? 2, (id) => fakeTerm("tags", id));
  const venues = madeOf(101, counts.venues ?? 2, (id) => fakeLinked("venues", id));
  const organizers = madeOf(121, counts.organizers ?? 2, (id) => fakeLinked("organizers", id));
  const one = (records: readonly FakeRecord[], id: number): FakeRecord[] => {
    const record = records[id % Math.max(1, records.length)];
    return record === undefined ? [] : [record];
  };
  const events = madeOf(141, counts.events ?? 5, (id) =>
    fakeEvent(id, {
      ...{ categories: one(categories, id), tags: one(tags, id), organizer: one(organizers, id) },
      venue: one(venues, id)[0] ?? [],
    }),
  );
  return { categories, tags, venues, organizers, events };
};
