import { CalendarRequestError } from "./errors.ts";
import type { Facets } from "./interface-types.ts";
import type { Send } from "./transport.ts";

export interface Page<T> {
  readonly items: readonly T[];
  /** Number of records on all pages together. */
  readonly total: number;
  readonly totalPages: number;
  readonly isLast: boolean;
  /** Counts by values, if the query of an event list has `facets`. */
  readonly facets?: Facets;
}

/**
 * Records of a list. Iterating requests page after page, when needed: `for await (const event of listing)`.
 */
export interface Listing<T> extends AsyncIterable<T> {
  /** Returns the page whose number is in the query; the first page if the query has no number. */
  page(): Promise<Page<T>>;
  /**
   * Iterates over the pages, from the page number in the query to the last page. Begins with the first page
   * if the query has no number.
   */
  pages(): AsyncIterable<Page<T>>;
}

interface Envelope {
  readonly total: number;
  readonly total_pages: number;
  readonly next_rest_url?: string;
  readonly facets?: Facets;
}

interface ListingDeps {
  readonly send: Send;
  /**
   * Name of the member of the response that contains the records, such as `events`. It is also the path,
   * unless `path` is set.
   */
  readonly name: string;
  readonly path?: string;
  readonly query: object | undefined;
  readonly signal: AbortSignal | undefined;
}

/**
 * True if the error means that the page does not exist. A page that existed before can disappear if records
 * are removed meanwhile.
 */
const isGone = (error: unknown): boolean =>
  error instanceof CalendarRequestError && error.code.endsWith("-archive-page-not-found");

/**
 * Returns the query string of the link to the next page; `undefined` on the last page. The query string
 * repeats the filters of the list, with absolute dates.
 * Everything else in the link is ignored, so that requests and credentials go only to the URL of this client.
 */
const nextQuery = ({ next_rest_url: link }: Envelope): string | undefined => {
  const at = link?.indexOf("?") ?? -1;
  return at === -1 ? undefined : link?.slice(at);
};

export const createListing = <T>({
  send,
  name,
  path = `/${name}`,
  query,
  signal,
}: ListingDeps): Listing<T> => {
  const read = async (wanted: object | string | undefined): Promise<[Page<T>, next: string | undefined]> => {
    const envelope = await send<Envelope & Readonly<Record<string, unknown>>>({
      path,
      query: wanted,
      signal,
    });
    const next = nextQuery(envelope);
    const { total, total_pages: totalPages, facets } = envelope;
    const items = envelope[name] as readonly T[];
    const page = { items, total, totalPages, isLast: next === undefined, ...(facets && { facets }) };
    return [page, next];
  };

  async function* pages(): AsyncGenerator<Page<T>> {
    let [page, next] = await read(query);
    yield page;
    while (next !== undefined) {
      try {
        [page, next] = await read(next);
      } catch (error) {
        if (isGone(error)) return;
        throw error;
      }
      yield page;
    }
  }

  return {
    page: async () => (await read(query))[0],
    pages,
    async *[Symbol.asyncIterator]() {
      for await (const page of pages()) yield* page.items;
    },
  };
};
