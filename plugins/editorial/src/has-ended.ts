import { type CalendarEvent, isSeries, millisecondsOf, type PluginDeps, utcText } from "@kalends/core/plugin";

/**
 * True if the event ended before `time`, a UTC time. An event that ends exactly at `time` has not ended. A
 * series has ended when its last occurrence has ended.
 */
export const hasEnded = async (
  event: CalendarEvent,
  time: string,
  { calendar }: Pick<PluginDeps, "calendar">,
): Promise<boolean> => {
  const { utcStart, utcEnd } = event.schedule;
  if (utcEnd >= time) return false;
  if (!isSeries(event)) return true;
  // Occurrences that start before `time` but end after it have not ended. The search therefore begins one
  // duration earlier.
  const duration = millisecondsOf(utcEnd) - millisecondsOf(utcStart);
  const from = utcText(millisecondsOf(time) - duration);
  return (await calendar.unrestricted.events.occurrences(event.id).next(from)) === undefined;
};
