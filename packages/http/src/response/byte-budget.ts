import { type Clock, createFairLimiter, type Permit } from "@kalends/core";

/**
 * Limiter of the bytes of responses. Its permits can be withdrawn, because a client that reads its response
 * slowly blocks others.
 */
interface ByteBudget {
  /**
   * Requests a permit. `withdraw` is called if the permit is held for longer than its term while others wait.
   */
  acquire(client: string, bytes: number, withdraw?: () => void): Permit;
  isUsed(): boolean;
}

interface ByteBudgetDeps {
  readonly clock: Clock;
  readonly capacity: number;
  /** Maximum number of bytes that all permits of one client hold together. */
  readonly perKey: number;
  /**
   * Returns the milliseconds for which a permit of this size may be held while others wait; unlimited by
   * default.
   */
  readonly termOf?: (bytes: number) => number;
}

interface Entry {
  readonly permit: Permit;
  readonly term: number;
  readonly withdraw: () => void;
  heldSince?: number;
}

export const createByteBudget = ({
  clock,
  capacity,
  perKey,
  termOf = () => Number.POSITIVE_INFINITY,
}: ByteBudgetDeps): ByteBudget => {
  const limiter = createFairLimiter<string>({ capacity, perKey });
  const entries = new Set<Entry>();
  let timer: NodeJS.Timeout | undefined;

  /** Withdraws overdue permits if others wait, and schedules the next check. */
  const review = (): void => {
    const held = [...entries].filter(({ permit }) => permit.isHeld());
    const now = clock.now();
    for (const entry of held) entry.heldSince ??= now;
    if (held.length === entries.size) return;
    const left = ({ heldSince = now, term }: Entry): number => heldSince + term - now;
    for (const entry of held) if (left(entry) <= 0) entry.withdraw();
    const next = Math.min(...held.map(left).filter((milliseconds) => milliseconds > 0));
    clearTimeout(timer);
    if (next < Number.POSITIVE_INFINITY) timer = setTimeout(review, next).unref();
  };

  return {
    isUsed: () => limiter.used() > 0,
    acquire(client, bytes, withdraw = () => {}) {
      const permit = limiter.acquire(client, bytes);
      const entry: Entry = { permit, term: termOf(Math.min(bytes, capacity)), withdraw };
      entries.add(entry);
      review();
      return {
        ...permit,
        release() {
          permit.release();
          if (entries.delete(entry)) review();
        },
      };
    },
  };
};
