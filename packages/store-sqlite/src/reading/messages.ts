/** What a reader thread is started with. */
export interface ReaderSettings {
  readonly place: string;
  /** How long a statement blocks for a lock, in milliseconds. */
  readonly timeout: number;
  readonly remembersTotals: boolean;
}

/** A number, shared with the thread, that is not 0 once the read that is under way is to be given up. */
export type Signal = Int32Array<SharedArrayBuffer>;

export const newSignal = (): Signal => new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));

export const isGivenUp = (signal: Signal): boolean => Atomics.load(signal, 0) !== 0;

export const giveUp = (signal: Signal, isLate: boolean): void => {
  Atomics.store(signal, 0, Number(isLate));
};

/** A page and the number of all matches, of one state of the file. */
export interface Found {
  /** The records' JSON, in their order. */
  readonly texts: readonly string[];
  /** The same of the series that occurrences among them follow. */
  readonly series: readonly string[];
  readonly total: number;
}

/** What a thread answers to a question. */
export type Reply =
  | { readonly found: Found }
  /** It was given up. */
  | { readonly isLate: true }
  /** `code`: of the driver, if the error is one of its own. */
  | { readonly message: string; readonly code: string | undefined };
