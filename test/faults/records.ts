/**
 * Records for crash tests. Each version of a record has another value in every field. If a record mixes two
 * versions, the test notices.
 */
export type Kind = "events" | "venues" | "organizers" | "categories" | "tags";

/** Ids of the records that a version of an event is linked to. */
export interface Links {
  readonly venue: number;
  readonly organizer: number;
  readonly category: number;
  readonly image: number;
}

export interface State {
  readonly version: number;
  readonly links: Links;
  /** Number of occurrences of a series. 0 for an endless series. */
  readonly count?: number | undefined;
  /**
   * Version of each occurrence in a series with changed occurrences. 0 if the occurrence has the values of
   * the series, -1 if it is deleted.
   */
  readonly dates?: readonly number[] | undefined;
  /** Publish date in UTC. If it is absent, the record is published immediately. */
  readonly due?: string | undefined;
}

export type Json = Readonly<Record<string, unknown>>;

/** Name parameter of each kind of record, and the name of the kind in the change feed. */
export const NAMES = {
  events: { name: "title", inFeed: "event" },
  venues: { name: "venue", inFeed: "venue" },
  organizers: { name: "organizer", inFeed: "organizer" },
  categories: { name: "name", inFeed: "category" },
  tags: { name: "name", inFeed: "tag" },
} as const;

/** Year of the events. It is next year, so that all occurrences are stored. */
const YEAR = new Date().getUTCFullYear() + 1;
const TAGS = 4;

export const nameOf = (kind: Kind, key: string, version: number): string =>
  `${NAMES[kind].inFeed} ${key} v${version}`;

/**
 * Returns the key and version that the name of a record contains. Returns `undefined` if no writer gave the
 * record its name.
 */
export const markOf = (
  kind: Kind,
  record: Json,
): { readonly key: string; readonly version: number } | undefined => {
  const [, key, version] = / (\S+) v(\d+)$/.exec(String(record[NAMES[kind].name])) ?? [];
  return key === undefined ? undefined : { key, version: Number(version) };
};

/** Returns the name of the venue that is created together with an event. */
export const hallOf = (key: string): string => `Hall of ${key}`;

/** Returns the request body that gives a record this state. */
export const bodyOf = (kind: Kind, key: string, { version, links, count, due }: State): Json => {
  const name = nameOf(kind, key, version);
  const description = `<p>Text of ${name}</p>`;
  if (kind === "venues") {
    const city = `City ${version}`;
    return {
      venue: name,
      description,
      address: `Street ${version}`,
      city,
      geo_lat: version % 90,
      geo_lng: 7,
    };
  }
  if (kind === "organizers")
    return {
      organizer: name,
      description,
      phone: `+39 ${version}`,
      website: `https://example.org/${version}`,
    };
  if (kind !== "events") return { name, description: `Text of ${name}` };
  const day = count === undefined ? String(1 + (version % 27)).padStart(2, "0") : "01";
  return {
    title: name,
    description,
    cost: `$${version}`,
    website: `https://example.org/${key}/${version}`,
    start_date: `${YEAR}-04-${day} 18:00:00`,
    end_date: `${YEAR}-04-${day} 20:00:00`,
    venue: links.venue === 0 ? { venue: hallOf(key) } : links.venue,
    organizer: [links.organizer],
    categories: [links.category],
    tags: [`Tag ${version % TAGS}`],
    image: String(links.image),
    ...(due !== undefined && { date: due }),
    ...(count !== undefined && {
      recurrence: { rules: count === 0 ? "FREQ=WEEKLY" : `FREQ=DAILY;COUNT=${count}` },
    }),
  };
};

/** Returns the titles of the occurrences that are left in a series. */
export const datesOf = (key: string, { version, count = 0, dates }: State): readonly string[] =>
  (dates ?? Array.from({ length: count }, () => 0))
    .filter((own) => own >= 0)
    .map((own) => nameOf("events", own === 0 ? key : `${key}d`, own === 0 ? version : own));

const idsIn = (value: unknown): unknown => [value].flat().map((one) => (one as Json).id);

/**
 * Returns the members of a record that `bodyOf` sets. Comparing them reveals writes that were applied only in
 * part.
 */
export const shownOf = (kind: Kind, record: Json): Json => {
  if (kind !== "events") {
    const { venue, organizer, name, description, address, city, geo_lat, geo_lng, phone, website } = record;
    return JSON.parse(
      JSON.stringify({
        ...{ venue, organizer, name, description, address, city, geo_lat, geo_lng, phone, website },
      }),
    ) as Json;
  }
  const { title, description, cost, website, start_date, end_date, image, recurrence } = record;
  return {
    ...{ title, description, cost, website, start_date, end_date },
    venue: idsIn(record.venue),
    organizer: idsIn(record.organizer),
    categories: idsIn(record.categories),
    tags: [record.tags].flat().map((tag) => (tag as Json).name),
    image: idsIn(image),
    rules: (recurrence as Json | undefined)?.rules ?? [],
  };
};

/** Returns the members that `shownOf` must return for a record in this state. */
export const expectedOf = (kind: Kind, key: string, state: State): Json => {
  const body = bodyOf(kind, key, state);
  if (kind !== "events") return body;
  const { recurrence, date: _, ...rest } = body;
  const { venue, organizer, category, image } = state.links;
  return {
    ...rest,
    ...{ venue: [venue], organizer: [organizer], categories: [category], image: [image] },
    rules: recurrence === undefined ? [] : [(recurrence as Json).rules],
  };
};
