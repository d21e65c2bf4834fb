import { type ImportedList, isObject } from "@kalends/core";
import { ImportError } from "../import-error.ts";
import { LISTS } from "../list-pages/list-pages.ts";
import { addressOf } from "./addresses.ts";
import { type Asking, codeOf, type ServerAnswer, TooMuchAsked } from "./asking.ts";
import { asksForMore, partsOf } from "./parameters.ts";

/** What a server shows of a list at a time. */
export interface ListPage {
  readonly address: URL;
  /** What stands in the place of records. */
  readonly records: readonly unknown[];
  /** Records before these that cannot be read, not even each by itself. */
  readonly unreadable: readonly UnreadableRecord[];
  /** How many records the server says that the list has. */
  readonly total: number | undefined;
  readonly parameters: Readonly<Record<string, string>>;
  /** Where the next page begins: how many records come before. */
  readonly next: number;
  /** How many records a page has here. */
  readonly length: number;
  readonly hasNext: boolean;
}

/** A record of which only its place in the list is known. */
export interface UnreadableRecord {
  /** The page that would show it alone. */
  readonly address: URL;
  readonly problem: string;
}

/** Where to begin in a list. */
export interface Place {
  /** How many records come before. */
  readonly offset: number;
  /** How many records a page has, as far as that is known. */
  readonly length?: number | undefined;
  /** Parameters of the list except page and length. */
  readonly parameters: Readonly<Record<string, string>>;
}

/** How many records each list has for the caller, as the server says; 0 where it does not. */
export const totalsOf = async (
  base: URL,
  asking: Asking,
  isSignedIn: boolean,
): Promise<Readonly<Record<ImportedList, number>>> => {
  const totals = { categories: 0, tags: 0, venues: 0, organizers: 0, events: 0 };
  const deps = { base, asking, parallel: 1 };
  for (const list of LISTS)
    for (const parameters of partsOf(list, isSignedIn)) {
      const first = await readPages(deps, list, { offset: 0, length: 1, parameters }).next();
      totals[list] += first.value?.total ?? 0;
    }
  return totals;
};

interface PagesDeps {
  readonly base: URL;
  readonly asking: Asking;
  /** How many pages are asked for at a time. */
  readonly parallel: number;
}

/** What servers of this interface grant at most; others grant less. */
const WANTED_LENGTH = 200;
/** Every server grants this; said by none before a page was read. */
const LENGTH_OF_ALL = 10;
/** So many records one after the other cannot be read before it is the server that fails. */
export const MOST_UNREADABLE = 5;

/** The longest page from an offset on, of at most so many records, that does not show the record at `behind` again. */
const lengthBehind = (behind: number, offset: number, most: number): number => {
  let length = most;
  while (length > 1 && Math.floor(offset / length) * length <= behind) length = Math.ceil(length / 2);
  return length;
};

/**
 * The pages of a list from a place on, one after the other, until there are no more. A page that is too much for the server is asked for by
 * halves, and a record that is left out where others behind it can be read. Rejects with an `ImportError` where pages cannot be read, or
 * are none. Source: rules/choices.md#import-live.
 */
export async function* readPages(
  { base, asking, parallel }: PagesDeps,
  list: ImportedList,
  { offset: first, length: known, parameters }: Place,
): AsyncGenerator<ListPage, void, undefined> {
  let offset = first;
  let length = known ?? WANTED_LENGTH;
  let isLengthKnown = known !== undefined;
  let total: number | undefined;
  /** The longest page that the server can do. */
  let most = length;
  /** The last record that cannot be read, and those since the last page. */
  let broken = -1;
  let unreadable: UnreadableRecord[] = [];
  /** Where the page ends that was too much, as long as no record of it is the reason. */
  let tooMuchUntil = 0;
  const waiting = new Map<number, Promise<ServerAnswer>>();
  const addressOfPage = (page: number): URL =>
    addressOf(base, list, { ...parameters, page: String(page), per_page: String(length) });
  const request = (page: number): Promise<ServerAnswer> => {
    const answer = waiting.get(page) ?? asking.json(addressOfPage(page));
    // Who waits for it is told; without a reader nobody needs to know.
    answer.catch(() => {});
    waiting.set(page, answer);
    return answer;
  };

  const pageOf = (page: number): Pick<ListPage, "address" | "length" | "parameters" | "unreadable"> => ({
    ...{ address: addressOfPage(page), length: most, unreadable },
    parameters,
  });

  for (;;) {
    const page = Math.floor(offset / length) + 1;
    const pages = isLengthKnown && total !== undefined ? Math.ceil(total / length) : 0;
    for (let ahead = page + 1; ahead < page + parallel && ahead <= pages; ahead += 1) void request(ahead);
    let answer: ServerAnswer;
    try {
      answer = await request(page);
    } catch (error) {
      if (!(error instanceof TooMuchAsked) || unreadable.length === MOST_UNREADABLE) throw error;
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
    // The caller may not see records of this status, or the server has no such status.
    if (asksForMore(parameters) && offset === 0 && isRefusedStatus(answer)) return;
    if (isPastTheEnd(answer)) {
      const isEmpty = offset === 0;
      if (isEmpty || unreadable.length > 0)
        yield { ...pageOf(page), records: [], total: isEmpty ? 0 : total, next: offset, hasNext: false };
      return;
    }
    const { records, total: announced, names } = toPage(answer, list, addressOfPage(page));
    total = announced;
    const before = (page - 1) * length;
    const granted = records.length;
    // The first page says what is granted, unless it is the only one.
    if (!isLengthKnown && granted > 0 && granted !== length && (total === undefined || granted < total))
      length = granted;
    if (!isLengthKnown) most = broken < 0 ? length : LENGTH_OF_ALL;
    isLengthKnown = true;
    // Behind a full page there may be more than a total says.
    const isLast = granted < length && (total === undefined || before + granted === total);
    const hasNext = granted > 0 && (names.has("next_rest_url") || !isLast);
    // A page in between that shows less leaves out what it counts.
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

/** Other lists are empty there. */
const isPastTheEnd = (answer: ServerAnswer): boolean =>
  answer.status === 404 && /-archive-page-not-found$/.test(codeOf(answer));

const isRefusedStatus = (answer: ServerAnswer): boolean => {
  const { status, json } = answer;
  if (status === 403) return true;
  if (status !== 400 || !isObject(json) || !isObject(json.data)) return false;
  return isObject(json.data.params) && Object.hasOwn(json.data.params, "status");
};

const toPage = (
  answer: ServerAnswer,
  list: ImportedList,
  address: URL,
): {
  readonly records: readonly unknown[];
  readonly total: number | undefined;
  readonly names: ReadonlySet<string>;
} => {
  const { status, json } = answer;
  if (status !== 200) {
    const code = codeOf(answer);
    const reason = code === "" ? `status ${status}` : `status ${status}, ${code}`;
    throw new ImportError(`${address.href} cannot be read: it is answered with ${reason}.`);
  }
  if (!isObject(json) || !Array.isArray(json[list]))
    throw new ImportError(
      `${address.href} is answered with something that is no list page: it has no ${list}.`,
    );
  const { total } = json;
  return {
    records: json[list],
    total: typeof total === "number" && Number.isSafeInteger(total) && total >= 0 ? total : undefined,
    names: new Set(Object.keys(json)),
  };
};
