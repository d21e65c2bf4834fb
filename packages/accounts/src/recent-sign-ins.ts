import type { Clock } from "@kalends/core";
import { createExpiringSet, type ExpiringSet } from "./expiring-set.ts";

const LIFETIME_MS = 60 * 60 * 1000;
const ACCOUNTS = 1_000;
/** Whoever has an account and many addresses pushes out nobody's sources but their own. */
const SOURCES_OF_ONE = 20;

/** From where each account signed in during the last hour. */
export interface RecentSignIns {
  has(accountId: number, source: string): boolean;
  add(accountId: number, source: string): void;
  /** How many pairs of an account and a source it holds; bounded. */
  size(): number;
}

export interface RecentSignInsDeps {
  readonly clock: Clock;
  /** How many accounts are remembered, each with at most `sourcesOfOne` sources. */
  readonly accounts?: number;
  readonly sourcesOfOne?: number;
}

export const createRecentSignIns = ({
  clock,
  accounts = ACCOUNTS,
  sourcesOfOne = SOURCES_OF_ONE,
}: RecentSignInsDeps): RecentSignIns => {
  const sourcesOf = new Map<number, ExpiringSet>();
  return {
    has: (accountId, source) => sourcesOf.get(accountId)?.has(source) ?? false,
    add(accountId, source) {
      const sources =
        sourcesOf.get(accountId) ??
        createExpiringSet({ clock, lifetimeMs: LIFETIME_MS, capacity: sourcesOfOne });
      sources.add(source);
      // Taken out and put in again, an account moves to the end: the first one signed in longest ago.
      sourcesOf.delete(accountId);
      sourcesOf.set(accountId, sources);
      for (const oldest of sourcesOf.keys()) {
        if (sourcesOf.size <= accounts) break;
        sourcesOf.delete(oldest);
      }
    },
    size: () => [...sourcesOf.values()].reduce((total, sources) => total + sources.size(), 0),
  };
};
