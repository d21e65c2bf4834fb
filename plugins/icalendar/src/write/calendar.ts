import type { FormattedEvent } from "@kalends/core/plugin";
import { createComponentWriter, type EventWriting } from "./calendar-writer.ts";
import { contentLine, textLine, uriLine } from "./content-line.ts";

/** Properties of the calendar file itself, not of its events. */
export interface CalendarHead {
  readonly name: string;
  /** Absolute URL of the request. */
  readonly source: string;
  /** URL of the web page with the same content. */
  readonly page: string;
  /** Time zone of the site. */
  readonly timezone: string;
  /** CSS 3 color name in lower case. */
  readonly color?: string | undefined;
  /** Number of minutes after which programs should request the file again. */
  readonly refreshMinutes: number;
}

const headLines = ({ name, source, page, timezone, color = "", refreshMinutes }: CalendarHead): string => {
  const interval = `PT${refreshMinutes}M`;
  return [
    contentLine("BEGIN", "VCALENDAR"),
    contentLine("VERSION", "2.0"),
    contentLine("PRODID", "-//Kalends//iCalendar//EN"),
    contentLine("CALSCALE", "GREGORIAN"),
    textLine("NAME", name),
    textLine("X-WR-CALNAME", name),
    textLine("X-WR-TIMEZONE", timezone),
    textLine("COLOR", color),
    contentLine("REFRESH-INTERVAL", interval, { VALUE: "DURATION" }),
    contentLine("X-PUBLISHED-TTL", interval),
    uriLine("SOURCE", source, { VALUE: "URI" }),
    uriLine("URL", page),
  ].join("");
};

/** Yields an iCalendar file (RFC 5545, 3.4) in chunks of text, one for each event. */
export async function* writeCalendar(
  events: AsyncIterable<FormattedEvent>,
  head: CalendarHead,
  writing: EventWriting,
): AsyncGenerator<string> {
  yield headLines(head);
  const components = createComponentWriter(writing);
  for await (const event of events) yield components.write(event);
  yield components.fallbackZone(head.timezone) + contentLine("END", "VCALENDAR");
}
