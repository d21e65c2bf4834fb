import { addressOf } from "./addresses.ts";
import { fetchJson, isObject, type Json } from "./fetch-json.ts";
import { SourceError } from "./source-error.ts";

export type Query = Readonly<Record<string, string | number | undefined>>;

export interface EventPage {
  readonly events: readonly Json[];
  /** Number of events on all pages. */
  readonly total: number;
  readonly pages: number;
}

/** Events of all pages that could be loaded. */
export interface LoadedPages extends Pick<EventPage, "events" | "total"> {
  /**
   * Reason why later pages are missing: the maximum was reached (`bound`), or a request failed. Absent if all
   * pages are loaded.
   */
  readonly missing?: "bound" | "failed";
}

/** A category or a tag. */
export interface Term {
  readonly id: string;
  readonly slug: string;
  /** Name of the term; may contain HTML entities. */
  readonly name: string;
}

/** API client for one calendar. */
export interface CalendarSource {
  page(query: Query, signal: AbortSignal): Promise<EventPage>;
  /**
   * Loads all pages of a query, up to a maximum number of pages. Rejects if the first page cannot be loaded;
   * `missing` reports later failures.
   */
  all(query: Query, signal: AbortSignal): Promise<LoadedPages>;
  terms(kind: "categories" | "tags", signal: AbortSignal): Promise<readonly Term[]>;
  /** Clears the cache of responses. */
  clear(): void;
}

/** Milliseconds for which a response is cached. */
const FRESH = 300_000;
const MAX_ANSWERS = 50;
/** Entries per page: the default maximum of servers with this API. */
const PER_PAGE = 50;
const MAX_PAGES = 20;
/** Number of concurrent page requests. */
const AT_ONCE = 4;

interface CachedResponse {
  readonly at: number;
  readonly json: Json;
}

export const createCalendarSource = (namespace: URL): CalendarSource => {
  const responses = new Map<string, CachedResponse>();

  const read = async (path: string, query: Query, signal: AbortSignal): Promise<Json> => {
    const address = addressOf(namespace, path, query);
    const cached = responses.get(address);
    if (cached !== undefined && Date.now() - cached.at < FRESH) return cached.json;
    const json = await fetchJson(address, signal);
    responses.delete(address);
    responses.set(address, { at: Date.now(), json });
    for (const [oldest] of responses) {
      if (responses.size <= MAX_ANSWERS) break;
      responses.delete(oldest);
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
      const read = (number: number): Promise<EventPage> =>
        page({ ...query, per_page: PER_PAGE, page: number }, signal);
      const first = await read(1);
      const { total } = first;
      const events = [...first.events];
      for (let loaded = 1, last = first; loaded < last.pages; ) {
        if (loaded >= MAX_PAGES) return { events, total, missing: "bound" };
        const length = Math.min(last.pages - loaded, MAX_PAGES - loaded, AT_ONCE);
        const numbers = Array.from({ length }, (_, index) => loaded + 1 + index);
        for (const result of await Promise.allSettled(numbers.map(read))) {
          signal.throwIfAborted();
          if (result.status === "rejected") return { events, total, missing: "failed" };
          last = result.value;
          events.push(...last.events);
          loaded += 1;
        }
      }
      return { events, total };
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
    clear: () => responses.clear(),
  };
};
