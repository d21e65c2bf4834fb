import type { Job } from "@kalends/core/plugin";
import type { WebhookDeps } from "../services.ts";
import { createDeliver } from "./delivering.ts";

/**
 * Maximum number of subscriptions served concurrently, of lanes per subscription, and of deliveries in one
 * turn.
 */
const [SUBSCRIPTIONS, LANES, TURN] = [4, 2, 50];
/** Maximum duration of a turn in milliseconds. The subscription then waits for its next turn. */
const MAX_TURN_MS = 5_000;
/**
 * Number of consecutive failures after which a receiver is paused, and bounds of the pause in milliseconds.
 */
const [MAX_FAILURES, MIN_PAUSE_MS, MAX_PAUSE_MS] = [3, 60_000, 60 * 60_000];

interface FailureState {
  readonly failures: number;
  /** Milliseconds since 1970. */
  readonly until: number;
}

/**
 * Creates the job that sends due deliveries. Only one process of an installation sends. Messages about one
 * record stay in order, and slow receivers do not delay the others.
 */
export const createSender = (deps: WebhookDeps): Job => {
  const { clock, subscriptions, deliveries } = deps;
  const deliver = createDeliver(deps);
  const failureStates = new Map<number, FailureState>();
  /** Number of the last turn of each subscription. */
  const lastTurns = new Map<number, number>();
  let turns = 0;

  const noteFailure = (id: number): void => {
    const failures = (failureStates.get(id)?.failures ?? 0) + 1;
    const rest = Math.min(MIN_PAUSE_MS * 2 ** (failures - MAX_FAILURES), MAX_PAUSE_MS);
    failureStates.set(id, { failures, until: failures < MAX_FAILURES ? 0 : clock.now() + rest });
  };
  const isPaused = (id: number): boolean => clock.now() < (failureStates.get(id)?.until ?? 0);

  /** Returns the subscriptions that may have a turn, longest waiting first. */
  const candidates = async (): Promise<readonly number[]> => {
    const all = await subscriptions.list();
    const ids = new Set(all.map(({ id }) => id));
    for (const known of [failureStates, lastTurns])
      for (const id of known.keys()) if (!ids.has(id)) known.delete(id);
    // A webhook that was switched on again, or has a new address, starts without failures.
    for (const { id, value } of all) if (value.failingSince === undefined) failureStates.delete(id);
    const ready = all.filter(({ id, value }) => value.enabled && !isPaused(id));
    return ready
      .map(({ id }) => id)
      .toSorted((one, other) => (lastTurns.get(one) ?? 0) - (lastTurns.get(other) ?? 0));
  };

  const takeTurn = async (id: number, mayContinue: () => boolean): Promise<void> => {
    const began = clock.now();
    const { items } = await deliveries.due(id, TURN);
    const lanes = new Map<string, string[]>();
    for (const { key, value } of items) {
      const { lane = "" } = value;
      lanes.set(lane, [...(lanes.get(lane) ?? []), key]);
    }
    const waiting = [...lanes];
    const work = async (): Promise<void> => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const [lane, keys] = next;
        for (const key of keys.toSorted()) {
          if (isPaused(id) || clock.now() - began > MAX_TURN_MS || !mayContinue()) return;
          const result = await deliver(id, { key, lane });
          if (result === "failed") noteFailure(id);
          if (result === "delivered") failureStates.delete(id);
          if (result === "failed" || result === "over") break;
        }
      }
    };
    await Promise.all(Array.from({ length: LANES }, work));
  };

  const isDue = async (id: number): Promise<boolean> => (await deliveries.due(id, 1)).items.length > 0;
  const hasDue = async (): Promise<boolean> => {
    for (const id of await candidates()) if (await isDue(id)) return true;
    return false;
  };

  const send = async ({ isStopping }: { isStopping(): boolean }): Promise<void> => {
    const active = new Map<number, Promise<void>>();
    const errors: unknown[] = [];
    const mayContinue = (): boolean => errors.length === 0 && !isStopping();
    const begin = (id: number): void => {
      lastTurns.set(id, ++turns);
      const turn = takeTurn(id, mayContinue)
        .catch((error: unknown) => void errors.push(error))
        .finally(() => active.delete(id));
      active.set(id, turn);
    };
    const beginTurns = async (): Promise<void> => {
      for (const id of await candidates()) {
        if (active.size >= SUBSCRIPTIONS || !mayContinue()) return;
        if (!active.has(id) && (await isDue(id))) begin(id);
      }
    };
    try {
      for (;;) {
        await beginTurns();
        if (active.size === 0) break;
        await Promise.race(active.values());
      }
    } finally {
      await Promise.all(active.values());
    }
    if (errors.length > 0) throw errors[0];
  };

  return {
    name: "send",
    everySeconds: 1,
    async run({ isStopping }) {
      // Usually nothing is due, so these cheap checks come before the lease. Each process runs them once a
      // second.
      if (!(await deliveries.hasWaiting()) || !(await hasDue())) return;
      await deps.runLeased("send", send, { isStopped: isStopping });
    },
  };
};
