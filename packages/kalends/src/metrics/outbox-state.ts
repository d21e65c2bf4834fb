import type { Clock } from "@kalends/core";
import type { Outbox, OutboxConsumer } from "@kalends/core/storage";
import { FEED } from "../outbox/change-feed.ts";

/** Progress of an outbox consumer. */
export interface OutboxState {
  readonly reader: string;
  /** Upper bound of the number of entries that the consumer has not reached yet. Positions may have gaps. */
  readonly waiting: number;
  /**
   * Seconds since the first entry that the consumer has not reached yet was written; 0 without such an entry.
   */
  readonly lagSeconds: number;
  /** Number of entries that failed and will be retried, and of entries that wait for a failed one. */
  readonly failed: number;
  readonly setAside: number;
}

interface OutboxStateDeps {
  readonly outbox: Pick<Outbox, "consumers" | "last" | "readAfter" | "failures">;
  readonly clock: Clock;
}

/** Maximum number of failures to count. A higher number would give no additional information. */
const MAX_FAILURES = 1000;
const SECOND = 1000;

/** Returns the progress of each consumer that receives entries. Makes a few short reads. */
export const readOutboxState = async ({
  outbox,
  clock,
}: OutboxStateDeps): Promise<readonly OutboxState[]> => {
  const [readers, last] = await Promise.all([outbox.consumers(), outbox.last()]);
  const stateOf = async ({ name, position }: OutboxConsumer): Promise<OutboxState> => {
    const [[first], failed, setAside] = await Promise.all([
      last > position ? outbox.readAfter(position, 1) : [],
      outbox.failures(name, false, 0, MAX_FAILURES),
      outbox.failures(name, true, 0, MAX_FAILURES),
    ]);
    return {
      reader: name,
      waiting: first === undefined ? 0 : Math.max(0, last - position),
      lagSeconds: first === undefined ? 0 : Math.max(0, (clock.now() - first.time) / SECOND),
      failed: failed.length,
      setAside: setAside.length,
    };
  };
  return Promise.all(readers.filter(({ name }) => name !== FEED).map(stateOf));
};
