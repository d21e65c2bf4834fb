import { digestOf } from "../groups/groups.ts";

const MAX_UID_LENGTH = 1_000;

/**
 * Returns the UID for an event that has the same UID in the source as other events. Examples are an
 * occurrence without its series, and one of several separate events. `date` is its RECURRENCE-ID or DTSTART
 * as written.
 */
export const derivedUid = async (uid: string, date: string): Promise<string> => {
  const own = `${uid}/${date}`;
  return own.length <= MAX_UID_LENGTH ? own : `content-${await digestOf(own)}`;
};
