/** Media type of event streams. Source: WHATWG HTML, Server-sent events. */

export const EVENT_STREAM = "text/event-stream";

interface EventFrame {
  /** Name of the server-sent event, such as `changes`. */
  readonly event: string;
  /** Id that a reconnecting client sends to resume, without line breaks. */
  readonly id?: string;
  /** Data of the event. Must not be empty, because clients ignore events without data. */
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

/**
 * Returns a frame that contains only an id. The frame updates the id from which the client resumes, but the
 * client gets no event.
 */
export const toIdFrame = (id: string): string => `id: ${oneLine(id)}\n\n`;

/** Returns a frame that sets the delay in milliseconds before a disconnected client reconnects. */
export const toRetryFrame = (milliseconds: number): string => `retry: ${milliseconds}\n\n`;

/** Comment frame that keeps the connection open. */
export const COMMENT = ":\n\n";
