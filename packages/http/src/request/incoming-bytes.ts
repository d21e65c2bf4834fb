import type { IncomingMessage } from "node:http";
import { MAX_IMAGE_BYTES } from "@kalends/core";

/** What a form may hold around its file, in bytes. */
export const FRAMING: number = 64 * 1024;

/** What a sender has to bring in each window: uploads wait for places, and whoever is slower would keep one for nothing. */
export interface Pace {
  readonly bytes: number;
  readonly milliseconds: number;
}

export const PACE: Pace = { bytes: 128 * 1024, milliseconds: 10_000 };

/** Calls `report` when a window has brought less than the pace, once; what it answers takes the watch off again. */
export const watchPace = (
  req: IncomingMessage,
  { bytes, milliseconds }: Pace,
  report: () => void,
): (() => void) => {
  let received = 0;
  const count = (chunk: Uint8Array): void => {
    received += chunk.length;
  };
  const stop = (): void => {
    clearInterval(windows);
    req.off("data", count);
    for (const end of ENDS) req.off(end, stop);
  };
  const windows = setInterval(() => {
    if (received < bytes) {
      stop();
      report();
    }
    received = 0;
  }, milliseconds);
  req.on("data", count);
  for (const end of ENDS) req.on(end, stop);
  return stop;
};

const ENDS = ["end", "close"] as const;

/** Calls `report` when the sender goes away, or has gone, before all is read; what it answers takes the watch off again. */
export const watchBreak = (req: IncomingMessage, report: () => void): (() => void) => {
  const check = (): void => {
    if (!req.readableEnded) report();
  };
  if (req.destroyed) check();
  req.on("error", report);
  req.on("close", check);
  return () => {
    req.off("error", report);
    req.off("close", check);
  };
};

/** One piece of memory for all that comes, instead of thousands that are freed some time later. */
export interface Collector {
  add(chunk: Uint8Array): void;
  bytes(): Uint8Array;
}

/** `expected`: how much it will be about, in bytes; nothing is taken up before it is there. */
export const createCollector = (expected: number): Collector => {
  let kept = Buffer.allocUnsafeSlow(Math.min(Math.max(expected, FRAMING), MAX_IMAGE_BYTES + FRAMING));
  let length = 0;
  return {
    add(chunk) {
      if (length + chunk.length > kept.length) {
        const larger = Buffer.allocUnsafeSlow((length + chunk.length) * 2);
        kept.copy(larger, 0, 0, length);
        kept = larger;
      }
      kept.set(chunk, length);
      length += chunk.length;
    },
    bytes: () => kept.subarray(0, length),
  };
};
