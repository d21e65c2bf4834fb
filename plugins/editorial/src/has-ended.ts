import { type CalendarEvent, isSeries, millisecondsOf, type PluginDeps, utcText } from "@kalends/core/plugin";

/** True if the event ended before this UTC time. A series has ended when all of its occurrences have. */
export const hasEnded = async (
  event: CalendarEvent,
  time: string,
  { calendar }: Pick<PluginDeps, "calendar">,
): Promise<boolean> => {
  const { utcStart, utcEnd } = event.schedule;
  if (utcEnd >= time) return false;
  if (!isSeries(event)) return true;
  // An occurrence that began before this time may still be running.
  const duration = millisecondsOf(utcEnd) - millisecondsOf(utcStart);
  const from = utcText(millisecondsOf(time) - duration);
  return (await calendar.unrestricted.events.occurrences(event.id).next(from)) === undefined;
};
