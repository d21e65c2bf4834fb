import { CalendarRequestError } from "./errors.ts";
import type { Send } from "./transport.ts";

export interface Page<T> {
  readonly items: readonly T[];
  /** How many records match that the caller may see, on all pages together. */
  readonly total: number;
  readonly totalPages: number;
  readonly isLast: boolean;
}

/** The records of a list, page after page, asked for as they are needed: `for await (const event of listing)`. */
export interface Listing<T> extends AsyncIterable<T> {
  /** The page that the query names, the first one by default. */
  page(): Promise<Page<T>>;
  /** That page and those that follow it. */
  pages(): AsyncIterable<Page<T>>;
}

interface Envelope {
  readonly total: number;
  readonly total_pages: number;
  readonly next_rest_url?: string;
}

interface ListingDeps {
  readonly send: Send;
  /** What the member with the records is called, such as `events`; the list, too, unless it has another path. */
  readonly name: string;
  readonly path?: string;
  readonly query: object | undefined;
  readonly signal: AbortSignal | undefined;
}

/** A page that was there when the one before it was read, but is no longer. */
const isGone = (error: unknown): boolean =>
  error instanceof CalendarRequestError && error.code.endsWith("-archive-page-not-found");

/**
 * Of the link to the next page only the query is taken, which keeps the list's filters and resolved dates: requests, and the
 * credentials with them, go where the client was made for and nowhere else.
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
    const { total, total_pages: totalPages } = envelope;
    const items = envelope[name] as readonly T[];
    return [{ items, total, totalPages, isLast: next === undefined }, next];
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
