/** A user of the host, whose own id is a text, and the number that stands for it in records. */
export interface UserId {
  readonly number: number;
  /** 1 to 200 characters, compared character by character. */
  readonly hostId: string;
}

/** The first number; accounts, and hosts that number their users, stay below. */
export const FIRST_USER_NUMBER = 1_000_000_000;

/**
 * Gives the texts that a host calls its users by a number each, for ever. Not part of a unit of work: a number that was answered
 * stays, and none of these is called inside one.
 */
export interface UserIds {
  /** The same number for the same text, however many ask at once, in whatever process; from `FIRST_USER_NUMBER` on. */
  numberOf(hostId: string): Promise<number>;
  /** The texts of those numbers that were given away. Numbers may repeat; at most a few hundred. */
  hostIdsOf(numbers: readonly number[]): Promise<ReadonlyMap<number, string>>;
  /** Those above a number, by number, at most `limit`: for archives. */
  readAfter(number: number, limit: number): Promise<readonly UserId[]>;
  /**
   * Stores one of an archive; later numbers are above it. False, and nothing stored, when its number or its text belongs to another
   * one.
   */
  restore(userId: UserId): Promise<boolean>;
}
