import type { IncomingMessage } from "node:http";
import type { Transform } from "node:stream";
import { createBrotliDecompress, createUnzip } from "node:zlib";
import { watchBreak } from "./incoming-bytes.ts";
import { createJoiner } from "./joined-chunks.ts";

/** Approximate memory in bytes of one decompressor. Source: rules/interface.md#body-memory. */
const INFLATER = 64 * 1024;

const INFLATERS: Readonly<Record<string, () => Transform>> = {
  gzip: createUnzip,
  deflate: createUnzip,
  br: createBrotliDecompress,
};

/** Request body as a stream of decompressed bytes. */
export interface InflatedBody {
  /**
   * Stream of the decompressed bytes. It fails if receiving the body fails. Closing it leaves the connection
   * open for the response.
   */
  readonly stream: Transform;
  /** Bytes of memory that decompression needs, in addition to the body, until the stream is closed. */
  readonly cost: number;
  close(): void;
}

/** Returns a request body as a stream of decompressed bytes; `undefined` for unknown content codings. */
export const inflate = (req: IncomingMessage): InflatedBody | undefined => {
  const coding = req.headers["content-encoding"] ?? "identity";
  const isPlain = coding === "identity";
  if (!isPlain && !Object.hasOwn(INFLATERS, coding)) return undefined;
  const stream = INFLATERS[coding]?.() ?? createJoiner();
  const stop = watchBreak(req, (error) => stream.destroy(error));
  req.pipe(stream);
  // Prevents an uncaught error. A consumer of the stream, if any, gets the error as well.
  stream.on("error", () => {});
  return {
    stream,
    cost: isPlain ? 0 : INFLATER,
    close() {
      stop();
      req.unpipe(stream);
      stream.destroy();
    },
  };
};
