import { type Clock, createFairLimiter, type Lease } from "@kalends/core";

/** A limiter of bytes whose leases can be withdrawn: a client that takes its answer slowly keeps others waiting. */
interface ByteBudget {
  /** `withdraw` is called when the lease has been held for longer than its term and others wait. */
  acquire(client: string, bytes: number, withdraw?: () => void): Lease;
  isUsed(): boolean;
}

interface ByteBudgetDeps {
  readonly clock: Clock;
  readonly capacity: number;
  /** What several leases of one client may hold together. */
  readonly perKey: number;
  /** For how long so many bytes may be held while others wait, in milliseconds; for ever by default. */
  readonly termOf?: (bytes: number) => number;
}

interface Entry {
  readonly lease: Lease;
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

  /** Withdraws the leases that are due if others wait, and runs again when the next one is. */
  const review = (): void => {
    const held = [...entries].filter(({ lease }) => lease.isHeld());
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
      const lease = limiter.acquire(client, bytes);
      const entry: Entry = { lease, term: termOf(Math.min(bytes, capacity)), withdraw };
      entries.add(entry);
      review();
      return {
        ...lease,
        release() {
          lease.release();
          if (entries.delete(entry)) review();
        },
      };
    },
  };
};
