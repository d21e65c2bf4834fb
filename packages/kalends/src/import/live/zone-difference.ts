import { isSameClock } from "@kalends/core/interface";
import type { LiveSource } from "@kalends/import";

/** Says which setting to change where an old site has another time zone than this calendar; `undefined`: it has not, or does not say. */
export const zoneDifference = async (
  { timezone }: Pick<LiveSource, "timezone">,
  ours: string,
): Promise<string | undefined> => {
  const theirs = await timezone();
  if (theirs === undefined || isSameClock(theirs, ours)) return undefined;
  return `The time zone of the old site is ${theirs}, that of this calendar ${ours}. Before you import, set "timezone": "${theirs}" in kalends.config.json, or KALENDS_TIMEZONE=${theirs}.`;
};
