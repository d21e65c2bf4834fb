import { addressOf } from "./addresses.ts";
import { fetchJson, isObject, type Json } from "./fetch-json.ts";
import { SourceError } from "./source-error.ts";

export type Query = Readonly<Record<string, string | number | undefined>>;

export interface EventPage {
  readonly events: readonly Json[];
  /** Of all pages. */
  readonly total: number;
  readonly pages: number;
}

/** A category or a tag. */
export interface Term {
  readonly id: string;
  readonly slug: string;
  /** May hold entities. */
  readonly name: string;
}

/** One calendar, as it is asked. */
export interface CalendarSource {
  page(query: Query, signal: AbortSignal): Promise<EventPage>;
  /** All pages, as far as a few requests bring them. */
  all(query: Query, signal: AbortSignal): Promise<EventPage>;
  terms(kind: "categories" | "tags", signal: AbortSignal): Promise<readonly Term[]>;
  /** Forgets all answers. */
  clear(): void;
}

/** Milliseconds for which an answer is not asked for again. */
const FRESH = 300_000;
const MAX_ANSWERS = 50;
/** The most that servers of this interface give by default. */
const PER_PAGE = 50;
const MAX_PAGES = 4;

interface Answer {
  readonly at: number;
  readonly json: Json;
}

export const createCalendarSource = (namespace: URL): CalendarSource => {
  const answers = new Map<string, Answer>();

  const read = async (path: string, query: Query, signal: AbortSignal): Promise<Json> => {
    const address = addressOf(namespace, path, query);
    const known = answers.get(address);
    if (known !== undefined && Date.now() - known.at < FRESH) return known.json;
    const json = await fetchJson(address, signal);
    answers.delete(address);
    answers.set(address, { at: Date.now(), json });
    for (const [oldest] of answers) {
      if (answers.size <= MAX_ANSWERS) break;
      answers.delete(oldest);
    }
    return json;
  };

  const page: CalendarSource["page"] = async (query, signal) => {
    const json = await read("events", query, signal);
    if (!Array.isArray(json.events)) throw new SourceError("unreadable");
    const current = Number(query.page ?? 1);
    const announced = typeof json.next_rest_url === "string" ? current + 1 : current;
    return {
      events: json.events.filter(isObject),
      total: typeof json.total === "number" ? json.total : json.events.length,
      pages: typeof json.total_pages === "number" ? json.total_pages : announced,
    };
  };

  return {
    page,
    async all(query, signal) {
      const first = await page({ ...query, per_page: PER_PAGE, page: 1 }, signal);
      const others = Array.from({ length: Math.min(first.pages, MAX_PAGES) - 1 }, (_, index) => index + 2);
      const rest = await Promise.all(
        others.map((number) => page({ ...query, per_page: PER_PAGE, page: number }, signal)),
      );
      return { ...first, events: [first, ...rest].flatMap(({ events }) => events) };
    },
    async terms(kind, signal) {
      const json = await read(kind, { per_page: PER_PAGE }, signal);
      const terms: unknown = json[kind];
      return (Array.isArray(terms) ? terms : [])
        .filter(isObject)
        .flatMap(({ id, slug, name }) =>
          typeof name === "string" && (typeof id === "number" || typeof id === "string")
            ? [{ id: String(id), slug: String(slug), name }]
            : [],
        );
    },
    clear: () => answers.clear(),
  };
};
