/** What a crash must not tear: each version of a record has its own value in every field, so that a mixture shows. */
export type Kind = "events" | "venues" | "organizers" | "categories" | "tags";

/** Ids of the records that a version of an event shows. */
export interface Links {
  readonly venue: number;
  readonly organizer: number;
  readonly category: number;
  readonly image: number;
}

export interface State {
  readonly version: number;
  readonly links: Links;
  /** Of a series: how often it takes place; 0: without end. */
  readonly count?: number | undefined;
  /** Of a series whose dates alone are changed: the version of each date; 0: what its series has, -1: gone. */
  readonly dates?: readonly number[] | undefined;
  /** When it is to be published, by the site's clock, which shows UTC; at once unless given. */
  readonly due?: string | undefined;
}

export type Json = Readonly<Record<string, unknown>>;

/** The names of records by kind, and what the feed of changes calls the kind. */
export const NAMES = {
  events: { name: "title", inFeed: "event" },
  venues: { name: "venue", inFeed: "venue" },
  organizers: { name: "organizer", inFeed: "organizer" },
  categories: { name: "name", inFeed: "category" },
  tags: { name: "name", inFeed: "tag" },
} as const;

/** Next year, so that what recurs is within the horizon. */
const YEAR = new Date().getUTCFullYear() + 1;
const TAGS = 4;

export const nameOf = (kind: Kind, key: string, version: number): string =>
  `${NAMES[kind].inFeed} ${key} v${version}`;

/** What the name of a record says of it; `undefined` where it is not one of those that writers name. */
export const markOf = (
  kind: Kind,
  record: Json,
): { readonly key: string; readonly version: number } | undefined => {
  const [, key, version] = / (\S+) v(\d+)$/.exec(String(record[NAMES[kind].name])) ?? [];
  return key === undefined ? undefined : { key, version: Number(version) };
};

/** The venue that comes into being with an event of its own. */
export const hallOf = (key: string): string => `Hall of ${key}`;

/** What is sent to bring a record to that state. */
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

/** The names of the dates of a series that are there. */
export const datesOf = (key: string, { version, count = 0, dates }: State): readonly string[] =>
  (dates ?? Array.from({ length: count }, () => 0))
    .filter((own) => own >= 0)
    .map((own) => nameOf("events", own === 0 ? key : `${key}d`, own === 0 ? version : own));

const idsIn = (value: unknown): unknown => [value].flat().map((one) => (one as Json).id);

/** What of a record shows whether it is whole, as `bodyOf` sends it. */
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

/** The same of a record that is in that state. */
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
