import type { Logger } from "@kalends/core";
import { hasCode } from "./errors.ts";

/**
 * Passes the name of an index to each read of a list, as a hint. The server rejects hints for indexes that do
 * not exist.
 */
interface IndexHints {
  /** Runs `read` with this hint. If the index is missing, runs it without a hint. */
  read<T>(hint: string, read: (hint?: string) => Promise<T>): Promise<T>;
}

interface IndexHintsDeps {
  readonly logger?: Pick<Logger, "warn"> | undefined;
  /** Monotonic clock in milliseconds. */
  readonly now: () => number;
}

/** Number of milliseconds after which a missing index is used as a hint again. */
const MISSING_FOR = 60_000;

/** Error codes with which the server rejects a hint. */
const REFUSED_HINT = [
  2, // BadValue
  27, // IndexNotFound
  291, // NoQueryExecutionPlans
];

/**
 * Creates the hints.
 * An index may be missing because an operator or a newer version has dropped it. Lists are then only slower.
 * Each missing index is logged once, until it exists again.
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
        // If the read fails without the hint too, the hint was not the cause.
        const found = await read();
        if (!missingUntil.has(hint))
          logger?.warn("An index is missing: lists are read without it", { index: hint });
        missingUntil.set(hint, now() + MISSING_FOR);
        return found;
      }
    },
  };
};
