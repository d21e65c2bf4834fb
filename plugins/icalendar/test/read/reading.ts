import {
  createYieldToEventLoop,
  createZones,
  type EventReading,
  eventOf,
  type Source,
  type SourceEvent,
  splitComponents,
} from "@kalends/icalendar/internals";

/** Yields the bytes in chunks of `size` bytes. */
export async function* portions(bytes: Uint8Array, size = 1000): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
}

export const toBytes = (text: string): Uint8Array => new TextEncoder().encode(text);

export const split = (text: string, size?: number): Promise<Source> =>
  splitComponents(portions(toBytes(text), size), async () => {});

/** Joins lines with line breaks, as in an iCalendar file. */
export const lines = (...all: readonly string[]): string => `${all.join("\r\n")}\r\n`;

export const calendar = (...components: readonly string[]): string =>
  lines("BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Example//Test//EN", ...components, "END:VCALENDAR");

export const event = (...properties: readonly string[]): string =>
  ["BEGIN:VEVENT", "UID:one@example.org", "SUMMARY:Jazz", ...properties, "END:VEVENT"].join("\r\n");

export const READING: EventReading = {
  categoriesAs: "categories",
  linksBack: false,
  isCancelled: false,
  isKalends: false,
};

/** Reads the events of an iCalendar text. The site is in the time zone of Rome. */
export const read = async (
  text: string,
  reading: Partial<EventReading> = {},
): Promise<readonly SourceEvent[]> => {
  const { events } = await split(text);
  return Promise.all(
    events.map((component) =>
      eventOf(
        component,
        createZones(component.calendar, "Europe/Rome"),
        { ...READING, ...reading },
        createYieldToEventLoop(),
      ),
    ),
  );
};

/** Reads an event with these properties. */
export const readOne = async (...properties: readonly string[]): Promise<SourceEvent> => {
  const [found, ...others] = await read(calendar(event(...properties)));
  if (found === undefined || others.length > 0) throw new Error(`${1 + others.length} events`);
  return found;
};

export const vevent = (uid: string, ...properties: readonly string[]): string =>
  ["BEGIN:VEVENT", `UID:${uid}`, ...properties, "END:VEVENT"].join("\r\n");
