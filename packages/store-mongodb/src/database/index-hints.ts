import type { Logger } from "@kalends/core";
import { hasCode } from "./errors.ts";

/** Names the index of each list as a hint. The server rejects hints for indexes that do not exist. */
interface IndexHints {
  /** Returns the result of `read` with this hint, or without it if the index is missing. */
  read<T>(hint: string, read: (hint?: string) => Promise<T>): Promise<T>;
}

interface IndexHintsDeps {
  readonly logger?: Pick<Logger, "warn"> | undefined;
  /** Monotonic clock in milliseconds. */
  readonly now: () => number;
}

/** Milliseconds after which a missing index is tried again. */
const MISSING_FOR = 60_000;

/** Error codes of the server for a hint without a usable index. */
const REFUSED_HINT = [
  2, // BadValue
  27, // IndexNotFound
  291, // NoQueryExecutionPlans
];

/**
 * Creates the hints. People, or a newer version beside a running older one, may drop indexes. Lists are then
 * only slower. Each missing index is logged once.
 */
export const createIndexHints = ({ logger, now }: IndexHintsDeps): IndexHints => {
  const missingUntil = new Map<string, number>();
  return {
    async read(hint, read) {
      if (now() < (missingUntil.get(hint) ?? 0)) return read();
      try {
        const found = await read(hint);
        missingUntil.delete(hint);
        return found;
      } catch (error) {
        if (!hasCode(error, ...REFUSED_HINT)) throw error;
        // This also fails if something other than the hint is wrong.
        const found = await read();
        if (!missingUntil.has(hint))
          logger?.warn("An index is missing: lists are read without it", { index: hint });
        missingUntil.set(hint, now() + MISSING_FOR);
        return found;
      }
    },
  };
};
