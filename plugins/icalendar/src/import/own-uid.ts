import { digestOf } from "./groups.ts";

const LONGEST_UID = 1_000;

/**
 * UID of an event that shares the UID of its source with others: an occurrence without its series, or one of several dates. `date`: its
 * RECURRENCE-ID or DTSTART as it is written.
 */
export const ownUid = async (uid: string, date: string): Promise<string> => {
  const own = `${uid}/${date}`;
  return own.length <= LONGEST_UID ? own : `content-${await digestOf(own)}`;
};
