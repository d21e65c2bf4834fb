/** What a stream of events is made of. Source: WHATWG HTML, Server-sent events. */

export const EVENT_STREAM = "text/event-stream";

interface EventFrame {
  /** In one line. */
  readonly event: string;
  /** What the client asks for the rest by, in one line. */
  readonly id?: string;
  /** Not empty: what has no data is no event. */
  readonly data: string;
}

const oneLine = (text: string): string => text.replace(/[\r\n\0]/g, "");

export const toEventFrame = ({ event, id, data }: EventFrame): string =>
  [
    `event: ${oneLine(event)}`,
    ...(id === undefined ? [] : [`id: ${oneLine(id)}`]),
    ...data.split(/\r\n|\r|\n/).map((line) => `data: ${line}`),
    "\n",
  ].join("\n");

/** Nothing but another id: what the client asks for the rest by, without an event. */
export const toIdFrame = (id: string): string => `id: ${oneLine(id)}\n\n`;

/** After how many milliseconds a client comes back that was cut off. */
export const toRetryFrame = (milliseconds: number): string => `retry: ${milliseconds}\n\n`;

/** Says nothing. */
export const COMMENT = ":\n\n";
