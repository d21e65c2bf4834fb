import { Readable } from "node:stream";
import { splitBytes } from "../../representation/json-chunks.ts";
import type { Streamed } from "../../representation/representation.ts";
import type { Exchange } from "../../request/exchange.ts";

const toBytes = (portion: unknown): Uint8Array => {
  if (typeof portion === "string") return Buffer.from(portion);
  if (portion instanceof Uint8Array) return portion;
  throw new TypeError(`A stream must yield strings or Uint8Arrays, not ${typeof portion}`);
};

/**
 * Opens a stream, such as one of a plugin or of a file, as a response body, and waits for its first chunk.
 * Rejects if the stream fails before the first chunk. Passes a later error to `failed` and cuts the
 * connection. Closes the source when the client disconnects or the body is destroyed.
 */
export const toStreamed = async (
  exchange: Pick<Exchange, "isGone" | "onceOver">,
  source: AsyncIterable<unknown>,
  failed: (error: unknown) => void,
): Promise<Streamed> => {
  const iterator = source[Symbol.asyncIterator]();
  let isOver = false;
  const close = async (): Promise<void> => {
    if (isOver) return;
    isOver = true;
    try {
      await iterator.return?.();
    } catch (error) {
      failed(error);
    }
  };
  /** Returns the next chunk; `undefined` at the end of the stream. */
  const step = async (): Promise<Uint8Array | undefined> => {
    try {
      const { done, value } = await iterator.next();
      if (done === true) isOver = true;
      return done === true ? undefined : toBytes(value);
    } catch (error) {
      await close();
      throw error;
    }
  };
  let stopWatching = (): void => {};
  const gone = new Promise<undefined>((resolve) => {
    stopWatching = exchange.onceOver(() => {
      resolve(undefined);
      void close();
    });
  });
  const first = await Promise.race([step(), gone]);
  let rest = splitBytes(first ?? new Uint8Array());
  const readMore = async (stream: Readable): Promise<void> => {
    try {
      for (;;) {
        const { value: piece } = rest.next();
        if (piece !== undefined) return void stream.push(piece);
        const portion = isOver ? undefined : await step();
        if (portion === undefined) return void stream.push(null);
        rest = splitBytes(portion);
      }
    } catch (error) {
      if (!exchange.isGone()) failed(error);
      stream.destroy(error instanceof Error ? error : new Error(String(error)));
    }
  };
  const stream = new Readable({
    read() {
      // From the first read on, Koa destroys the stream together with the response.
      stopWatching();
      void readMore(stream);
    },
    destroy(error, callback) {
      close().then(() => callback(error), callback);
    },
  });
  return { stream };
};
