import type { IncomingMessage } from "node:http";
import type { Transform } from "node:stream";
import { createBrotliDecompress, createUnzip } from "node:zlib";
import { watchBreak } from "./incoming-bytes.ts";
import { createJoiner } from "./joined-pieces.ts";

/** What inflates a body takes of memory by itself, about. Source: rules/interface.md#body-memory. */
const INFLATER = 64 * 1024;

const INFLATERS: Readonly<Record<string, () => Transform>> = {
  gzip: createUnzip,
  deflate: createUnzip,
  br: createBrotliDecompress,
};

/** The bytes of a body as they are meant. */
export interface InflatedBody {
  /** Fails as the body does. Closing it leaves the connection open: the answer goes the same way. */
  readonly stream: Transform;
  /** What it takes of memory besides what comes, until it is closed. */
  readonly cost: number;
  close(): void;
}

/** `undefined` for codings that are not known. */
export const inflate = (req: IncomingMessage): InflatedBody | undefined => {
  const coding = req.headers["content-encoding"] ?? "identity";
  const isPlain = coding === "identity";
  if (!isPlain && !Object.hasOwn(INFLATERS, coding)) return undefined;
  const stream = INFLATERS[coding]?.() ?? createJoiner();
  const stop = watchBreak(req, (error) => stream.destroy(error));
  req.pipe(stream);
  // Heard of by whoever reads, if anybody still does.
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
