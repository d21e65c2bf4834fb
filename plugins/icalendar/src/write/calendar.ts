import type { FormattedEvent } from "@kalends/core/plugin";
import { createComponentWriter, type EventWriting } from "./calendar-writer.ts";
import { contentLine, textLine, uriLine } from "./content-line.ts";

/** What is said of a calendar as a whole. */
export interface CalendarHead {
  readonly name: string;
  /** The absolute address that it was asked by. */
  readonly source: string;
  /** Of the page that shows the same. */
  readonly page: string;
  /** The zone of the site. */
  readonly timezone: string;
  /** A name of CSS 3, in lower case. */
  readonly color?: string | undefined;
  /** How often programs shall ask again. */
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

/** A calendar (RFC 5545, 3.4) in portions, one for each event. */
export async function* writeCalendar(
  events: AsyncIterable<FormattedEvent>,
  head: CalendarHead,
  writing: EventWriting,
): AsyncGenerator<string> {
  yield headLines(head);
  const components = createComponentWriter(writing);
  for await (const event of events) yield components.write(event);
  yield components.rest(head.timezone) + contentLine("END", "VCALENDAR");
}
