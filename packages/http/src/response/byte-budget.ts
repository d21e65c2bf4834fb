import type { Clock } from "@kalends/core";

/** A share of a budget. */
export interface Share {
  /** Whether it is had; until then it is waited for. */
  isHeld(): boolean;
  /** Resolves when it is had, or given back. */
  readonly settled: Promise<void>;
  /** Gives it back, or stops waiting for it. */
  release(): void;
}

/** An amount of something that answers have a share of while they are made and sent, given out in order of arrival. */
export interface Budget {
  /**
   * Asks for a share. Nobody gets more than the whole; `source`, such as a client's address, gets at most `ofOne` of it for
   * several shares. `withdraw` is called when the share has been held for longer than it is lent for and others wait.
   */
  ask(source: string, amount: number, withdraw?: () => void): Share;
  /** Whether anybody has a share. */
  isUsed(): boolean;
}

export interface BudgetDeps {
  readonly clock: Clock;
  readonly total: number;
  readonly ofOne: number;
  /** For how long a share of this amount is lent when others wait, in milliseconds; for ever by default. */
  readonly lentFor?: (amount: number) => number;
}

interface Asked {
  readonly source: string;
  readonly amount: number;
  readonly withdraw: () => void;
  readonly settle: () => void;
  since?: number;
}

export const createBudget = ({
  clock,
  total,
  ofOne,
  lentFor = () => Number.POSITIVE_INFINITY,
}: BudgetDeps): Budget => {
  const held = new Set<Asked>();
  const waiting = new Set<Asked>();
  const heldBy = new Map<string, number>();
  let free = total;
  let timer: NodeJS.Timeout | undefined;

  const count = ({ source, amount }: Asked, sign: 1 | -1): void => {
    free -= sign * amount;
    const left = (heldBy.get(source) ?? 0) + sign * amount;
    if (left === 0) heldBy.delete(source);
    else heldBy.set(source, left);
  };

  const give = (): void => {
    for (const asked of waiting) {
      const own = heldBy.get(asked.source) ?? 0;
      if (own > 0 && own + asked.amount > ofOne) continue;
      // Smaller ones that come later do not pass: the large ones would wait for ever.
      if (asked.amount > free) break;
      waiting.delete(asked);
      held.add(asked);
      asked.since = clock.now();
      count(asked, 1);
      asked.settle();
    }
    if (waiting.size > 0) watch();
  };

  /** Calls in what is due when somebody waits, and looks again when the next share is. */
  const watch = (): void => {
    if (waiting.size > 0) for (const { asked, left } of remaining()) if (left <= 0) asked.withdraw();
    clearTimeout(timer);
    const lefts = remaining().flatMap(({ left }) =>
      left > 0 && left < Number.POSITIVE_INFINITY ? [left] : [],
    );
    if (waiting.size > 0 && lefts.length > 0) timer = setTimeout(watch, Math.min(...lefts)).unref();
  };

  const remaining = (): readonly { readonly asked: Asked; readonly left: number }[] =>
    [...held].map((asked) => ({ asked, left: (asked.since ?? 0) + lentFor(asked.amount) - clock.now() }));

  return {
    isUsed: () => held.size > 0,
    ask(source, wanted, withdraw = () => {}) {
      let settle = (): void => {};
      const settled = new Promise<void>((resolve) => {
        settle = resolve;
      });
      const asked: Asked = { source, amount: Math.min(wanted, total), withdraw, settle };
      waiting.add(asked);
      give();
      return {
        isHeld: () => held.has(asked),
        settled,
        release() {
          if (held.delete(asked)) count(asked, -1);
          else if (!waiting.delete(asked)) return;
          asked.settle();
          give();
        },
      };
    },
  };
};
