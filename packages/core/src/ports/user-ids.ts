/** User of a host application whose user ids are texts, with the number that replaces the text in records. */
export interface UserId {
  readonly number: number;
  /** User id in the host application: 1 to 200 characters, compared exactly. */
  readonly hostId: string;
}

/**
 * First number that is assigned to a text id of a host's user. Ids of accounts, and numeric user ids of
 * hosts, must be lower.
 */
export const FIRST_USER_NUMBER = 1_000_000_000;

/**
 * Assigns permanent numbers to the text ids of a host application's users. An assignment is never removed. Do
 * not call these functions inside a unit of work.
 */
export interface UserIds {
  /**
   * Returns the number of a text id, and assigns one if it has none. Numbers begin at `FIRST_USER_NUMBER`.
   * Concurrent callers in all processes get the same number.
   */
  numberOf(hostId: string): Promise<number>;
  /**
   * Returns the text ids of these numbers. Numbers without an assignment are left out. `numbers` may contain
   * duplicates, and at most a few hundred entries.
   */
  hostIdsOf(numbers: readonly number[]): Promise<ReadonlyMap<number, string>>;
  /**
   * Returns at most `limit` assignments whose numbers are greater than `number`, in ascending order. Used for
   * archives.
   */
  readAfter(number: number, limit: number): Promise<readonly UserId[]>;
  /**
   * Stores an assignment from an archive; new numbers are then greater than its number. If the number or the
   * text has another assignment, stores nothing and returns false.
   */
  restore(userId: UserId): Promise<boolean>;
}
