import type { Clock, Logger } from "@kalends/core";

const PAUSE_MS = 60_000;

/**
 * Creates a function that logs at most one warning a minute. Each log line has the field `times`: the number
 * of calls since the previous line, including the current call.
 */
export const createRareWarning = (
  message: string,
  { clock, logger }: { readonly clock: Clock; readonly logger?: Logger | undefined },
): ((fields: Parameters<Logger["warn"]>[1]) => void) => {
  let last: number | undefined;
  let times = 0;
  return (fields) => {
    times += 1;
    const now = clock.now();
    if (last !== undefined && now >= last && now - last < PAUSE_MS) return;
    logger?.warn(message, { ...fields, times });
    last = now;
    times = 0;
  };
};
