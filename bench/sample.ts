import { once } from "node:events";
import { createWriteStream, writeFileSync } from "node:fs";
import { finished } from "node:stream/promises";
import type { Sample, Window } from "./scenarios.ts";

/** What is looked at of an event in a list. */
export interface Listed {
  readonly id: number;
  readonly start_date: string;
  readonly categories: readonly { readonly id: number; readonly parent: number }[];
}

/** The envelope of lists, of which only this is looked at. */
interface ListPage {
  readonly events: readonly Listed[];
  readonly total_pages: number;
  readonly next_rest_url?: string;
}

const EVERYTHING = "start_date=1970-01-01&end_date=2900-01-01";
const DAY_MS = 24 * 60 * 60 * 1000;
/** Days that are asked for at once, and how many of such requests at the same time. */
const DAYS = 20;
const AT_ONCE = 4;

const get = async (url: string): Promise<ListPage> => (await fetch(url)).json() as Promise<ListPage>;

const toDate = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 10);

/** Every event that starts on the days from the given one on. */
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
 * Writes every event into a file, a line each, read over the interface itself; answers what to ask for, of what there is.
 * Windows of days make for short pages however many events there are.
 */
export const writeDocuments = async (namespace: string, file: string): Promise<Sample> => {
  const ends = await get(`${namespace}/events?${EVERYTHING}&per_page=1`);
  const last = await get(`${namespace}/events?${EVERYTHING}&per_page=1&page=${ends.total_pages}`);
  const [first, final] = [ends.events[0], last.events[0]];
  if (first === undefined || final === undefined) throw new Error("no events to measure with");
  const [from, until] = [first, final].map((event) => Date.parse(event.start_date.slice(0, 10)));
  const output = createWriteStream(file);
  const seen: Pick<Listed, "id" | "start_date">[] = [];
  const parents = new Map<number, number>();
  for (let day = from ?? 0; day <= (until ?? 0); day += AT_ONCE * DAYS * DAY_MS) {
    const windows = Array.from({ length: AT_ONCE }, (_, index) => day + index * DAYS * DAY_MS);
    for (const events of await Promise.all(windows.map((start) => readDays(namespace, start)))) {
      for (const event of events) {
        seen.push({ id: event.id, start_date: event.start_date });
        for (const { id, parent } of event.categories) parents.set(id, parent);
        if (!output.write(`${JSON.stringify(event)}\n`)) await once(output, "drain");
      }
    }
  }
  output.end();
  await finished(output);
  return sampleOf(seen, parents);
};

/** Writes the events that are asked for one by one, as they are shown then, a line each. */
export const writeSingles = async (namespace: string, { eventIds }: Sample, file: string): Promise<void> => {
  const texts = await Promise.all(
    eventIds.map(async (id) => {
      const answer = await fetch(`${namespace}/events/${id}`);
      if (!answer.ok) throw new Error(`event ${id}: ${answer.status}`);
      return answer.text();
    }),
  );
  writeFileSync(file, texts.join("\n"));
};

/** So many different questions are asked of each kind. */
const QUESTIONS = 48;

const range = Array.from({ length: QUESTIONS }, (_, index) => index);

const toWindow = (from: number, days: number): Window => [toDate(from), toDate(from + days * DAY_MS)];

const sampleOf = (
  seen: readonly Pick<Listed, "id" | "start_date">[],
  parents: ReadonlyMap<number, number>,
): Sample => {
  const half = Math.floor(seen.length / 2);
  const middle = seen[half];
  const [first, last] = [seen[0], seen.at(-1)];
  if (middle === undefined || first === undefined || last === undefined)
    throw new Error("no events to measure with");
  const center = Date.parse(middle.start_date.slice(0, 10));
  const above = new Set(parents.values());
  return {
    everything: range.map((days) => [
      toDate(Date.parse(first.start_date.slice(0, 10)) - days * DAY_MS),
      last.start_date.slice(0, 10),
    ]),
    years: range.map((days) => toWindow(center + (days - 182) * DAY_MS, 364)),
    months: range.map((days) => toWindow(center + (days - 14) * DAY_MS, 27)),
    // One without categories below it: the naive server knows nothing of those.
    categoryId: [...parents.keys()].find((id) => !above.has(id)) ?? 0,
    word: "concert",
    eventIds: seen.slice(half, half + QUESTIONS).map(({ id }) => id),
    events: seen.length,
  };
};
