import { type CalendarEvent, isSeries, millisecondsOf, type PluginDeps, utcText } from "@kalends/core/plugin";

/** Whether the event has ended before this UTC time; a series when none of its occurrences goes on. */
export const isOver = async (
  event: CalendarEvent,
  time: string,
  { calendar }: Pick<PluginDeps, "calendar">,
): Promise<boolean> => {
  const { utcStart, utcEnd } = event.schedule;
  if (utcEnd >= time) return false;
  if (!isSeries(event)) return true;
  // One that began before may still go on.
  const duration = millisecondsOf(utcEnd) - millisecondsOf(utcStart);
  const from = utcText(millisecondsOf(time) - duration);
  return (await calendar.unrestricted.events.occurrences(event.id).next(from)) === undefined;
};
