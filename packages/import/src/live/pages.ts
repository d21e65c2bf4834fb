import { type ImportedList, isObject } from "@kalends/core";
import { ImportError } from "../import-error.ts";
import { LISTS } from "../list-pages/list-pages.ts";
import { addressOf } from "./addresses.ts";
import { partsOf, requestsNonPublic } from "./parameters.ts";
import {
  errorCodeOf,
  type HttpResponse,
  RequestTooLargeError,
  type RetryingClient,
} from "./retrying-client.ts";

/** One page of a list of the API, as the import reads it. */
export interface ListPage {
  readonly address: URL;
  /** Elements of the page's list of records. They are not validated yet. */
  readonly records: readonly unknown[];
  /** Records before this page that the server cannot return, even in a page of one record. */
  readonly unreadable: readonly UnreadableRecord[];
  /** Number of records in the list, as the server announces it; `undefined` if the server gives no number. */
  readonly total: number | undefined;
  readonly parameters: Readonly<Record<string, string>>;
  /** Offset of the next page: the number of list records before that page. */
  readonly next: number;
  /** Page size that the server grants. A server may grant less than requested. */
  readonly length: number;
  readonly hasNext: boolean;
}

/** A record that the server cannot return. Only the position of the record in the list is known. */
export interface UnreadableRecord {
  /** URL of a page that contains only this record. */
  readonly address: URL;
  readonly problem: string;
}

/** Position in a list at which reading starts. */
export interface Place {
  /** Number of list records before this position. */
  readonly offset: number;
  /** Page size to start with, such as that of an earlier run or pass. `WANTED_LENGTH` by default. */
  readonly length?: number | undefined;
  /** Query parameters of the list, except page number and page size. */
  readonly parameters: Readonly<Record<string, string>>;
}

/**
 * Returns the number of records in each list that the import user can see, as the server announces it.
 * Returns 0 for a list without an announced number.
 */
export const totalsOf = async (
  base: URL,
  client: RetryingClient,
  isSignedIn: boolean,
): Promise<Readonly<Record<ImportedList, number>>> => {
  const totals = { categories: 0, tags: 0, venues: 0, organizers: 0, events: 0 };
  const deps: PagesDeps = { base, client, parallel: 1 };
  for (const list of LISTS)
    for (const parameters of partsOf(list, isSignedIn)) {
      const first = await readPages(deps, list, { offset: 0, length: 1, parameters }).next();
      totals[list] += first.value?.total ?? 0;
    }
  return totals;
};

interface PagesDeps {
  readonly base: URL;
  readonly client: RetryingClient;
  /** Number of pages requested at the same time. */
  readonly parallel: number;
}

/** Page size to request: the maximum of Kalends servers. Other servers grant less. */
const WANTED_LENGTH = 200;
/**
 * Page size that every server grants. Used after an unreadable record if no page has shown the granted size
 * yet.
 */
const LENGTH_OF_ALL = 10;
/**
 * Maximum number of consecutive unreadable records. With more, the import assumes that the server is failing.
 */
export const MAX_UNREADABLE = 5;

/**
 * Returns a page size for which the page that contains position `offset` begins after position `behind`.
 * Starts with `most` and halves the size until this is true, or until the size is 1.
 */
const lengthBehind = (behind: number, offset: number, most: number): number => {
  let length = most;
  while (length > 1 && Math.floor(offset / length) * length <= behind) length = Math.ceil(length / 2);
  return length;
};

/**
 * Yields the pages of a list from a position to its end. If the server fails at a page, the page size is
 * halved. A single failing record is skipped if later records can be read. Rejects with an `ImportError` if
 * pages cannot be read or are invalid.
 * Source: rules/choices.md#import-live.
 */
export async function* readPages(
  { base, client, parallel }: PagesDeps,
  list: ImportedList,
  { offset: first, length: known, parameters }: Place,
): AsyncGenerator<ListPage, void, undefined> {
  let offset = first;
  let length = known ?? WANTED_LENGTH;
  let isLengthKnown = known !== undefined;
  let total: number | undefined;
  /** Largest page size at which the server does not fail. */
  let most = length;
  /**
   * Position of the last unreadable record; -1 for none. `unreadable` has the unreadable records since the
   * last yielded page.
   */
  let broken = -1;
  let unreadable: UnreadableRecord[] = [];
  /**
   * End position of the page at which the server failed. 0 if no page failed, or if a single record caused
   * the failure.
   */
  let tooMuchUntil = 0;
  const waiting = new Map<number, Promise<HttpResponse>>();
  const addressOfPage = (page: number): URL =>
    addressOf(base, list, { ...parameters, page: String(page), per_page: String(length) });
  const request = (page: number): Promise<HttpResponse> => {
    const response = waiting.get(page) ?? client.json(addressOfPage(page));
    // Mark the promise as handled. The code that awaits it handles the error, but a page requested ahead may
    // never be awaited.
    response.catch(() => {});
    waiting.set(page, response);
    return response;
  };

  const pageOf = (page: number): Pick<ListPage, "address" | "length" | "parameters" | "unreadable"> => ({
    ...{ address: addressOfPage(page), length: most, unreadable },
    parameters,
  });

  for (;;) {
    const page = Math.floor(offset / length) + 1;
    const pages = isLengthKnown && total !== undefined ? Math.ceil(total / length) : 0;
    for (let ahead = page + 1; ahead < page + parallel && ahead <= pages; ahead += 1) void request(ahead);
    let response: HttpResponse;
    try {
      response = await request(page);
    } catch (error) {
      if (!(error instanceof RequestTooLargeError) || unreadable.length === MAX_UNREADABLE) throw error;
      waiting.clear();
      if (length > 1) {
        tooMuchUntil = Math.max(tooMuchUntil, page * length);
        length = Math.ceil(length / 2);
        continue;
      }
      unreadable.push({ address: addressOfPage(page), problem: error.problem });
      [broken, tooMuchUntil] = [offset, 0];
      offset += 1;
      continue;
    }
    waiting.delete(page);
    // The import user may not see records of this status, or the server does not know the status.
    if (requestsNonPublic(parameters) && offset === 0 && isRefusedStatus(response)) return;
    if (isPastTheEnd(response)) {
      const isEmpty = offset === 0;
      if (isEmpty || unreadable.length > 0)
        yield { ...pageOf(page), records: [], total: isEmpty ? 0 : total, next: offset, hasNext: false };
      return;
    }
    const { records, total: announced, names } = toPage(response, list, addressOfPage(page));
    total = announced;
    const before = (page - 1) * length;
    const granted = records.length;
    // The number of records on the first page is the granted page size, unless the list has only one page.
    if (!isLengthKnown && granted > 0 && granted !== length && (total === undefined || granted < total))
      length = granted;
    if (!isLengthKnown) most = broken < 0 ? length : LENGTH_OF_ALL;
    isLengthKnown = true;
    // Only a page shorter than the page size can be the last. After a full page, the list may have more
    // records than announced.
    const isLast = granted < length && (total === undefined || before + granted === total);
    const hasNext = granted > 0 && (names.has("next_rest_url") || !isLast);
    // If a page before the last is too short, the server omitted records that it includes in the total.
    // Continue after the omitted records.
    const next = before + (hasNext ? Math.max(granted, length) : granted);
    if (tooMuchUntil > 0 && next >= tooMuchUntil) [most, tooMuchUntil] = [length, 0];
    yield { ...pageOf(page), records: records.slice(offset - before), total, next, hasNext };
    if (!hasNext) return;
    [offset, unreadable] = [next, []];
    const longer = tooMuchUntil > 0 ? length : lengthBehind(broken, offset, most);
    if (longer !== length) waiting.clear();
    length = longer;
  }
}

/**
 * True if the response is the error for a page number past the end. Some servers return an empty list
 * instead.
 */
const isPastTheEnd = (response: HttpResponse): boolean =>
  response.status === 404 && /-archive-page-not-found$/.test(errorCodeOf(response));

const isRefusedStatus = (response: HttpResponse): boolean => {
  const { status, json } = response;
  if (status === 403) return true;
  if (status !== 400 || !isObject(json) || !isObject(json.data)) return false;
  return isObject(json.data.params) && Object.hasOwn(json.data.params, "status");
};

const toPage = (
  response: HttpResponse,
  list: ImportedList,
  address: URL,
): {
  readonly records: readonly unknown[];
  readonly total: number | undefined;
  readonly names: ReadonlySet<string>;
} => {
  const { status, json } = response;
  if (status !== 200) {
    const code = errorCodeOf(response);
    const reason = code === "" ? `status ${status}` : `status ${status}, ${code}`;
    throw new ImportError(`${address.href} cannot be read: the server returned ${reason}.`);
  }
  if (!isObject(json) || !Array.isArray(json[list]))
    throw new ImportError(`${address.href} is not a list page: it has no ${list}.`);
  const { total } = json;
  return {
    records: json[list],
    total: typeof total === "number" && Number.isSafeInteger(total) && total >= 0 ? total : undefined,
    names: new Set(Object.keys(json)),
  };
};
