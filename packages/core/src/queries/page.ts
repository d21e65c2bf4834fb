/** A part of a list and the size of the whole. */
export interface Page<T> {
  readonly items: readonly T[];
  /** All matches, whatever the page. */
  readonly total: number;
}

/** Which part of a list is wanted. */
export interface Paging {
  /** From 1. */
  readonly page: number;
  /** From 1. */
  readonly perPage: number;
}
