import type { IncomingMessage } from "node:http";
import type { Transform } from "node:stream";
import { createBrotliDecompress, createUnzip } from "node:zlib";
import { watchBreak } from "./incoming-bytes.ts";
import { createJoiner } from "./joined-chunks.ts";

/** Approximate memory of one decompressor, in bytes. Source: rules/interface.md#body-memory. */
const INFLATER = 64 * 1024;

const INFLATERS: Readonly<Record<string, () => Transform>> = {
  gzip: createUnzip,
  deflate: createUnzip,
  br: createBrotliDecompress,
};

/** Decompressed bytes of a body. */
export interface InflatedBody {
  /** Fails when the body fails. Closing it leaves the connection open for the response. */
  readonly stream: Transform;
  /** Memory in bytes that decompression needs until it is closed, besides the body. */
  readonly cost: number;
  close(): void;
}

/** Returns the decompressed body; `undefined` for unknown content codings. */
export const inflate = (req: IncomingMessage): InflatedBody | undefined => {
  const coding = req.headers["content-encoding"] ?? "identity";
  const isPlain = coding === "identity";
  if (!isPlain && !Object.hasOwn(INFLATERS, coding)) return undefined;
  const stream = INFLATERS[coding]?.() ?? createJoiner();
  const stop = watchBreak(req, (error) => stream.destroy(error));
  req.pipe(stream);
  // The reader, if any, gets the error as well.
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
