import { digestOf } from "../groups/groups.ts";

const MAX_UID_LENGTH = 1_000;

/**
 * Returns the UID of an event that shares its source UID with others: an occurrence without its series, or
 * one of several dates. `date`: its RECURRENCE-ID or DTSTART as written.
 */
export const derivedUid = async (uid: string, date: string): Promise<string> => {
  const own = `${uid}/${date}`;
  return own.length <= MAX_UID_LENGTH ? own : `content-${await digestOf(own)}`;
};
