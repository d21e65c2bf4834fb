import type { FacetCounts } from "@kalends/core/storage";
import type { FacetRequest } from "../queries/events/facets.ts";
import type { ListRequest } from "../queries/lists.ts";

/** Settings with which a reader thread is started. */
export interface ReaderSettings {
  readonly place: string;
  /** Maximum number of milliseconds for which a statement blocks to wait for a lock. */
  readonly timeout: number;
  readonly remembersTotals: boolean;
}

/** Number in memory that both threads can access. Any value other than 0 cancels the current read. */
export type Signal = Int32Array<SharedArrayBuffer>;

export const newSignal = (): Signal => new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));

export const isGivenUp = (signal: Signal): boolean => Atomics.load(signal, 0) !== 0;

export const giveUp = (signal: Signal, isLate: boolean): void => {
  Atomics.store(signal, 0, Number(isLate));
};

/** Page of a list, with the number of all matches, from one state of the file. */
export interface FoundRecords {
  /** Records of the page as JSON texts, in order. */
  readonly texts: readonly string[];
  /** Series of the occurrences on the page, as JSON texts. */
  readonly series: readonly string[];
  readonly total: number;
}

/** Request to a reader thread. */
export type ReaderRequest = { readonly list: ListRequest } | { readonly facets: FacetRequest };

/** Result of a request: a page for `list`, counts for `facets`. */
export type ReaderResult = FoundRecords | FacetCounts;

/** Response of a reader thread. */
export type Reply =
  | { readonly found: ReaderResult }
  /** The read was cancelled. */
  | { readonly isLate: true }
  /** The read has failed. `code` is the code of the driver, if the driver threw the error. */
  | { readonly message: string; readonly code: string | undefined };
