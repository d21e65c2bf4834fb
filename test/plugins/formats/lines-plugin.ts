import type { Plugin } from "@kalends/core/interface";
import { eventFormat, type FormattedEvent } from "@kalends/core/plugin";

/**
 * Returns a line of text about an event: its title, start and venue, and the changed occurrences of a series.
 */
const lineOf = ({ view: { event, venue }, occurrences }: FormattedEvent): string => {
  const own = occurrences.map(({ event: { title, schedule, occurrence } }) =>
    occurrence?.gone === undefined
      ? `${occurrence?.recurrenceId} ${title} ${schedule.start.slice(11, 16)}`
      : `${occurrence.recurrenceId} off`,
  );
  const place = venue === undefined ? "" : ` @${venue.venue.name}`;
  return [`${event.title} ${event.schedule.start}${place}`, ...own].join(" | ");
};

interface LineValues {
  readonly expand: boolean | undefined;
  readonly weight: number | undefined;
}

/** Functions that are called while the file is written. */
export interface LinesWatch {
  began?(): void;
  /** Called before each event is written. Writing waits until the result resolves. */
  event?(): void | Promise<void>;
  ended?(): void;
}

/**
 * Creates a plugin with two event formats. `.lines` writes all events as lines; `weight` is the number of
 * characters added to each line. `.latest.txt` writes the three newest events.
 */
export const linesWith = (watch: LinesWatch): Plugin => ({
  name: "lines",
  setup: () => ({
    eventFormats: [
      eventFormat<LineValues>({
        mediaType: "text/x-lines",
        extension: "lines",
        description: "A line for each event.",
        pure: true,
        order: "id",
        parameters: {
          expand: { description: "Occurrences as events.", type: "boolean" },
          weight: { description: "How much longer lines are.", type: "integer" },
        },
        expands: ({ expand }) => expand === true,
        headers: (_values, { subject }) => ({ "X-Lines": subject?.kind ?? "list" }),
        async *write(events, { weight = 0 }) {
          watch.began?.();
          try {
            for await (const event of events) {
              await watch.event?.();
              yield `${lineOf(event)}${"x".repeat(weight)}\n`;
            }
          } finally {
            watch.ended?.();
          }
        },
      }),
      eventFormat<object>({
        mediaType: "text/x-latest",
        extension: "latest.txt",
        description: "The newest three.",
        pure: true,
        order: { newest: 3 },
        parameters: {},
        async *write(events, _values, { address }) {
          yield `${address}\n`;
          for await (const event of events) yield `${lineOf(event)}\n`;
        },
      }),
    ],
  }),
});

export const lines: Plugin = linesWith({});
