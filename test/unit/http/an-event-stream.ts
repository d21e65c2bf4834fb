import type { Readable } from "node:stream";
import {
  createEventStream,
  type EventStream,
  type NextPage,
  type StreamPage,
  toEventFrame,
} from "@kalends/http/internals";
import { createFakeTimers, type FakeTimers, flushPromises } from "../fake-timers.ts";

export const page = (token: string, more: Partial<StreamPage> = {}): StreamPage => ({
  data: `{"next_token":"${token}"}`,
  token,
  hasMore: false,
  isEmpty: false,
  ...more,
});

export const frameOf = ({ token, data }: StreamPage): string =>
  toEventFrame({ event: "changes", id: token, data });

export interface Streamed {
  readonly events: EventStream;
  readonly timers: FakeTimers;
  readonly stream: Readable;
  /** Tokens after which the stream has requested changes. */
  readonly asked: readonly string[];
  readonly cuts: () => number;
  /** Resolves to the text that the client has received since the last call. */
  taken(): Promise<string>;
}

export const RETRY = 3_000;
export const PATIENCE = 30_000;

/**
 * Creates a stream of changes with its client. The client reads everything, unless `isSlow` is true.
 * `untilTaken` delays the connection's readiness for more data. `isOver`: true if the caller's session has ended.
 */
export const stream = (
  first: StreamPage,
  pages: readonly NextPage[] = [],
  isSlow = false,
  untilTaken = async (): Promise<void> => undefined,
  isOver = (): boolean => false,
): Streamed => {
  const timers = createFakeTimers();
  const asked: string[] = [];
  let cuts = 0;
  const left = [...pages];
  const events = createEventStream({
    async next(token) {
      asked.push(token);
      return left.shift() ?? page(token, { isEmpty: true });
    },
    refusal: async () => (isOver() ? "refused" : undefined),
    untilTaken,
    timers,
    patience: PATIENCE,
    retry: RETRY,
    cut() {
      cuts += 1;
    },
  });
  const readable = events.begin(first);
  let text = "";
  if (!isSlow) {
    readable.on("data", (part: Buffer) => {
      text += part.toString();
    });
  }
  readable.on("error", () => undefined);
  return {
    events,
    timers,
    stream: readable,
    asked,
    cuts: () => cuts,
    async taken() {
      await flushPromises();
      const all = text;
      text = "";
      return all;
    },
  };
};
