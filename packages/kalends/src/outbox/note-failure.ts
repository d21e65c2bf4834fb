import type { Clock, Logger } from "@kalends/core";
import type { Outbox, OutboxFailure } from "@kalends/core/storage";
import { messageOf } from "../operator-error.ts";

/**
 * Stores and logs that an entry could not be delivered. With `attempts` 0, the entry waits for an earlier
 * entry of the same record; this is not logged.
 */
export type NoteFailure = (
  entry: Pick<OutboxFailure, "position" | "kind" | "recordId">,
  attempts: number,
  error?: unknown,
) => Promise<OutboxFailure>;

export interface NoteFailureDeps {
  readonly outbox: Pick<Outbox, "saveFailure">;
  readonly clock: Clock;
  readonly logger: Logger;
}

const SECOND = 1000;
/** Maximum milliseconds between two attempts. */
export const MAX_PAUSE: number = 10 * 60 * SECOND;
/** Maximum number of attempts. All attempts together take about three quarters of an hour. */
const MAX_ATTEMPTS = 10;
const MAX_ERROR_LENGTH = 1000;

/** Returns the milliseconds before the next attempt: 1 s, 4 s, 16 s and so on, at most ten minutes. */
const pauseAfter = (attempts: number): number => Math.min(SECOND * 4 ** (attempts - 1), MAX_PAUSE);

export const createNoteFailure =
  (reader: string, { outbox, clock, logger }: NoteFailureDeps): NoteFailure =>
  async ({ position, kind, recordId }, attempts, error) => {
    const isSetAside = attempts >= MAX_ATTEMPTS;
    const pause = attempts === 0 || isSetAside ? 0 : pauseAfter(attempts);
    const failure: OutboxFailure = {
      reader,
      ...{ position, kind, recordId, attempts, isSetAside },
      dueAt: clock.now() + pause,
      error: attempts === 0 ? "" : messageOf(error).slice(0, MAX_ERROR_LENGTH),
    };
    await outbox.saveFailure(failure);
    if (attempts === 0) return failure;
    const details = { listener: reader, position, [kind]: recordId, attempts, error };
    if (isSetAside)
      logger.error(
        "A listener failed too often: the entry is set aside. `kalends outbox retry` delivers it again",
        details,
      );
    else logger.warn("A listener failed", { ...details, retryInSeconds: pause / SECOND });
    return failure;
  };
