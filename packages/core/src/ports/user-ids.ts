/** User of a host application with text ids, and the number that stands for the user in records. */
export interface UserId {
  readonly number: number;
  /** 1 to 200 characters, compared exactly. */
  readonly hostId: string;
}

/** First number that is assigned. Ids of accounts, and of hosts with numeric user ids, are lower. */
export const FIRST_USER_NUMBER = 1_000_000_000;

/**
 * Permanent assignment of numbers to the text ids of a host application's users. Assigned numbers are never
 * undone. Must not be called inside a unit of work.
 */
export interface UserIds {
  /**
   * Returns the number of a text, from `FIRST_USER_NUMBER` on. The number is the same for parallel callers in
   * any process.
   */
  numberOf(hostId: string): Promise<number>;
  /** Returns the texts of those numbers that are assigned. Numbers may repeat; at most a few hundred. */
  hostIdsOf(numbers: readonly number[]): Promise<ReadonlyMap<number, string>>;
  /** Returns assignments above a number, by number, at most `limit`. Used for archives. */
  readAfter(number: number, limit: number): Promise<readonly UserId[]>;
  /**
   * Stores an assignment from an archive; numbers assigned later are above it. Returns false, and stores
   * nothing, if its number or its text is assigned otherwise.
   */
  restore(userId: UserId): Promise<boolean>;
}
