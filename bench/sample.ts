import { once } from "node:events";
import { createWriteStream, writeFileSync } from "node:fs";
import { finished } from "node:stream/promises";

/** Records of a calendar that the benchmark requests. */
export interface Sample {
  /**
   * `from` is midnight of the first day with events, in milliseconds since 1970. `days` is the number of days
   * up to the last event.
   */
  readonly from: number;
  readonly days: number;
  /** Categories without child categories. The naive server does not support category trees. */
  readonly categoryIds: readonly number[];
  readonly tagIds: readonly number[];
  readonly venueIds: readonly number[];
  readonly organizerIds: readonly number[];
  /** Events that are requested one by one. */
  readonly singles: readonly Pick<Listed, "id" | "slug">[];
  readonly events: number;
}

/** Members of an event in a list response that the benchmark reads. */
interface Listed {
  readonly id: number;
  readonly slug: string;
  readonly start_date: string;
  readonly categories: readonly { readonly id: number; readonly parent: number }[];
  readonly tags: readonly { readonly id: number }[];
  /** The API returns an empty array if the event has no venue. */
  readonly venue: { readonly id?: number };
  readonly organizer: readonly { readonly id: number }[];
}

/** Members of a list response that the benchmark reads. */
interface ListPage {
  readonly events: readonly Listed[];
  readonly total_pages: number;
  readonly next_rest_url?: string;
}

const EVERYTHING = "start_date=1970-01-01&end_date=2900-01-01";
const DAY_MS = 24 * 60 * 60 * 1000;
/** `DAYS` is the number of days per list request. `AT_ONCE` is the number of concurrent requests. */
const DAYS = 20;
const AT_ONCE = 4;
/** Maximum number of ids that are kept per kind of record. */
const KEPT = 400;

const get = async (url: string): Promise<ListPage> => (await fetch(url)).json() as Promise<ListPage>;

const toDate = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 10);

/** Returns all events that start within `DAYS` days from `from`. */
const readDays = async (namespace: string, from: number): Promise<readonly Listed[]> => {
  const window = `start_date=${toDate(from)}&end_date=${toDate(from + (DAYS - 1) * DAY_MS)}`;
  const found: Listed[] = [];
  let next: string | undefined = `${namespace}/events?${window}&per_page=200`;
  while (next !== undefined) {
    const page: ListPage = await get(next);
    found.push(...page.events);
    next = page.next_rest_url;
  }
  return found;
};

/**
 * Reads the events of a calendar through the API and returns a sample of its records. `most` limits the days,
 * taken from the middle. `file` gets all read events, one JSON object per line. Reading by days keeps the
 * page numbers low in large calendars.
 */
export const readSample = async (
  namespace: string,
  { file, most }: { file?: string; most?: number },
): Promise<Sample> => {
  const ends = await get(`${namespace}/events?${EVERYTHING}&per_page=1`);
  const last = await get(`${namespace}/events?${EVERYTHING}&per_page=1&page=${ends.total_pages}`);
  const [first, final] = [ends.events[0], last.events[0]];
  if (first === undefined || final === undefined) throw new Error("no events to measure with");
  const [from, until] = [first, final].map((event) => Date.parse(event.start_date.slice(0, 10))) as [
    number,
    number,
  ];
  const days = Math.round((until - from) / DAY_MS) + 1;
  const read = Math.min(days, most ?? days);
  const begin = from + Math.floor((days - read) / 2) * DAY_MS;
  const output = file === undefined ? undefined : createWriteStream(file);
  const singles: Pick<Listed, "id" | "slug">[] = [];
  const [parents, tags, venues, organizers] = [
    new Map<number, number>(),
    new Set<number>(),
    new Set<number>(),
    new Set<number>(),
  ];
  for (let day = begin; day < begin + read * DAY_MS; day += AT_ONCE * DAYS * DAY_MS) {
    const windows = Array.from({ length: AT_ONCE }, (_, index) => day + index * DAYS * DAY_MS);
    for (const events of await Promise.all(windows.map((start) => readDays(namespace, start)))) {
      for (const event of events) {
        if (day >= begin + (read / 2) * DAY_MS && singles.length < KEPT)
          singles.push({ id: event.id, slug: event.slug });
        for (const { id, parent } of event.categories) parents.set(id, parent);
        for (const { id } of event.tags) tags.add(id);
        if (event.venue.id !== undefined) venues.add(event.venue.id);
        for (const { id } of event.organizer) organizers.add(id);
        if (output?.write(`${JSON.stringify(event)}\n`) === false) await once(output, "drain");
      }
    }
  }
  output?.end();
  if (output !== undefined) await finished(output);
  const above = new Set(parents.values());
  return {
    from,
    days,
    categoryIds: [...parents.keys()].filter((id) => !above.has(id)),
    tagIds: [...tags],
    venueIds: [...venues].slice(0, KEPT),
    organizerIds: [...organizers].slice(0, KEPT),
    singles,
    events: ends.total_pages,
  };
};

/**
 * Writes the complete responses for the single events to a file, one per line. The naive server sends them.
 */
export const writeSingles = async (namespace: string, { singles }: Sample, file: string): Promise<void> => {
  const texts: string[] = [];
  for (const { id } of singles) {
    const response = await fetch(`${namespace}/events/${id}`);
    if (!response.ok) throw new Error(`event ${id}: ${response.status}`);
    texts.push(await response.text());
  }
  writeFileSync(file, texts.join("\n"));
};
