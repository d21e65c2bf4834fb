/** Settings with which a reader thread is started. */
export interface ReaderSettings {
  readonly place: string;
  /** Milliseconds that a statement blocks for a lock. */
  readonly timeout: number;
  readonly remembersTotals: boolean;
}

/** Number shared with the thread; any value but 0 cancels the current read. */
export type Signal = Int32Array<SharedArrayBuffer>;

export const newSignal = (): Signal => new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));

export const isGivenUp = (signal: Signal): boolean => Atomics.load(signal, 0) !== 0;

export const giveUp = (signal: Signal, isLate: boolean): void => {
  Atomics.store(signal, 0, Number(isLate));
};

/** A page and the number of all matches, from one state of the file. */
export interface FoundRecords {
  /** JSON of the records, in order. */
  readonly texts: readonly string[];
  /** JSON of the series of the occurrences among them. */
  readonly series: readonly string[];
  readonly total: number;
}

/** Response of a thread to a list query. */
export type Reply =
  | { readonly found: FoundRecords }
  /** The read was cancelled. */
  | { readonly isLate: true }
  /** `code`: code of the driver, if it threw the error. */
  | { readonly message: string; readonly code: string | undefined };
