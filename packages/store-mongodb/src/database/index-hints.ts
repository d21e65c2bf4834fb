import type { Logger } from "@kalends/core";
import { hasCode } from "./errors.ts";

/** A list names the index that it goes along, as a hint; the server refuses one that it does not have. */
interface IndexHints {
  /** What `read` answers with this hint, or without one where there is no such index. */
  read<T>(hint: string, read: (hint?: string) => Promise<T>): Promise<T>;
}

interface IndexHintsDeps {
  readonly logger?: Pick<Logger, "warn"> | undefined;
  /** Milliseconds that only grow. */
  readonly now: () => number;
}

/** Milliseconds after which an index that was missing may be there again. */
const MISSING_FOR = 60_000;

/** What the server says of a hint that leads to no index, or to no way to answer with it. */
const REFUSED_HINT = [
  2, // BadValue
  27, // IndexNotFound
  291, // NoQueryExecutionPlans
];

/**
 * Indexes are dropped by people, and by a newer version while an older one still runs: lists are slower then, no more. Each
 * missing index is logged once.
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
        // Fails, too, where something else is wrong than the hint.
        const found = await read();
        if (!missingUntil.has(hint))
          logger?.warn("An index is missing: lists are read without it", { index: hint });
        missingUntil.set(hint, now() + MISSING_FOR);
        return found;
      }
    },
  };
};
