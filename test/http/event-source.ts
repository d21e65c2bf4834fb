import { type IncomingHttpHeaders, request } from "node:http";
import { NAMESPACE } from "./client.ts";

export interface ReceivedEvent {
  readonly type: string;
  readonly id: string | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into pages of every shape
  readonly data: any;
}

/** Response to a request that opens a stream. */
export interface EventSourceResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Resolves to the next event. Resolves to `undefined` when the stream has ended. */
  next(): Promise<ReceivedEvent | undefined>;
  /** Resolves to the data of the next event with changes. A first event without changes is skipped. */
  nextChanges(): Promise<ReceivedEvent["data"]>;
  /**
   * Resolves when the stream has ended. `text` is all received text. `isWhole` is false if the connection was
   * cut.
   */
  readonly ended: Promise<{ readonly text: string; readonly isWhole: boolean }>;
  close(): void;
}

export interface AskedStream {
  readonly path?: string;
  readonly token?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

const toEvent = (block: string): ReceivedEvent | undefined => {
  const fields = new Map(block.split("\n").map((line) => line.split(/: ?(.*)/s, 2) as [string, string]));
  const data = fields.get("data");
  if (data === undefined) return undefined;
  return { type: fields.get("event") ?? "message", id: fields.get("id"), data: JSON.parse(data) };
};

/** Opens a stream of changes. The HTTP client is minimal and behaves like a browser's `EventSource`. */
export const openEventSource = (
  origin: string,
  { path = "/changes", token, headers = {} }: AskedStream = {},
): Promise<EventSourceResponse> =>
  new Promise((resolve, reject) => {
    const sent = request(
      `${origin}${NAMESPACE}${path}`,
      {
        agent: false,
        headers: {
          accept: "text/event-stream",
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
          ...headers,
        },
      },
      (answer) => {
        let text = "";
        let read = 0;
        let isOver = false;
        let wake = (): void => {};
        answer.setEncoding("utf8").on("data", (part: string) => {
          text += part;
          wake();
        });
        const ended = new Promise<{ text: string; isWhole: boolean }>((over) => {
          answer.on("error", () => undefined);
          answer.once("close", () => {
            isOver = true;
            wake();
            over({ text, isWhole: answer.complete });
          });
        });
        const next = async (): Promise<ReceivedEvent | undefined> => {
          for (;;) {
            const end = text.indexOf("\n\n", read);
            if (end >= 0) {
              const event = toEvent(text.slice(read, end));
              read = end + 2;
              if (event !== undefined) return event;
            } else if (isOver) return undefined;
            else
              await new Promise<void>((more) => {
                wake = more;
              });
          }
        };
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          next,
          async nextChanges() {
            for (;;) {
              const event = await next();
              if (event?.type !== "changes") throw new Error(`No changes, but ${JSON.stringify(event)}`);
              if (event.data.changes.length > 0) return event.data;
            }
          },
          ended,
          close: () => sent.destroy(),
        });
      },
    );
    sent.on("error", reject);
    sent.end();
  });
