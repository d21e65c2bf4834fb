/** Media type of event streams. Source: WHATWG HTML, Server-sent events. */

export const EVENT_STREAM = "text/event-stream";

interface EventFrame {
  /** Event name, in one line. */
  readonly event: string;
  /** Id from which the client resumes, in one line. */
  readonly id?: string;
  /** Data; not empty, because clients ignore an event without data. */
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

/** Returns a frame with only an id, from which the client resumes, without an event. */
export const toIdFrame = (id: string): string => `id: ${oneLine(id)}\n\n`;

/** Returns a frame with the milliseconds after which a disconnected client reconnects. */
export const toRetryFrame = (milliseconds: number): string => `retry: ${milliseconds}\n\n`;

/** Comment that keeps the connection open. */
export const COMMENT = ":\n\n";
