import { eventFormat, type FormattedEvent, type Plugin } from "@kalends/core/plugin";

/** An event with its start, and what of a series differs. */
const lineOf = ({ view: { event }, occurrences }: FormattedEvent): string => {
  const own = occurrences.map(({ event: { title, occurrence } }) =>
    occurrence?.gone === undefined
      ? `${occurrence?.recurrenceId} ${title}`
      : `${occurrence.recurrenceId} off`,
  );
  return `${[`${event.title} ${event.schedule.start}`, ...own].join(" | ")}\n`;
};

/** Events as lines: all of them as `.lines`, and the newest three as `.latest.txt`, below the address that was asked. */
export const lines: Plugin = {
  name: "lines",
  eventFormats: [
    () =>
      eventFormat<{ readonly expand: boolean | undefined }>({
        mediaType: "text/x-lines",
        extension: "lines",
        description: "A line for each event.",
        pure: true,
        order: "id",
        parameters: { expand: { description: "Occurrences as events.", type: "boolean" } },
        expands: ({ expand }) => expand === true,
        headers: (_values, { subject }) => ({ "X-Lines": subject?.kind ?? "list" }),
        async *write(events) {
          for await (const event of events) yield lineOf(event);
        },
      }),
    () =>
      eventFormat<object>({
        mediaType: "text/x-latest",
        extension: "latest.txt",
        description: "The newest three.",
        pure: true,
        order: { newest: 3 },
        parameters: {},
        async *write(events, _values, { address }) {
          yield `${address}\n`;
          for await (const event of events) yield lineOf(event);
        },
      }),
  ],
};
