import { isSameClock } from "@kalends/core/interface";
import type { LiveSource } from "@kalends/import";

/**
 * Returns a warning if the old site has another time zone than this calendar, with the setting to change.
 * Returns `undefined` if the zones are equal or the old site reports none.
 */
export const zoneDifference = async (
  { timezone }: Pick<LiveSource, "timezone">,
  ours: string,
): Promise<string | undefined> => {
  const theirs = await timezone();
  if (theirs === undefined || isSameClock(theirs, ours)) return undefined;
  return `The time zone of the old site is ${theirs}, but that of this calendar is ${ours}. Before you import, set "timezone": "${theirs}" in kalends.config.json, or KALENDS_TIMEZONE=${theirs}.`;
};
