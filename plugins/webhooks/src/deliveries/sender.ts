import type { Job } from "@kalends/core/plugin";
import type { WebhookDeps } from "../services.ts";
import { createDeliver } from "./delivering.ts";

/**
 * Limits of the sender: subscriptions that receive messages concurrently, lanes per subscription that are
 * sent concurrently, and deliveries per turn of a subscription.
 */
const [SUBSCRIPTIONS, LANES, TURN] = [4, 2, 50];
/** Maximum duration of a turn in milliseconds. After it, the next subscription gets its turn. */
const MAX_TURN_MS = 5_000;
/**
 * Number of consecutive failures after which the sender pauses for a subscription. The other two values are
 * the minimum and maximum pause in milliseconds.
 */
const [MAX_FAILURES, MIN_PAUSE_MS, MAX_PAUSE_MS] = [3, 60_000, 60 * 60_000];

interface FailureState {
  readonly failures: number;
  /** End of the pause, in milliseconds since 1970. */
  readonly until: number;
}

/**
 * Creates the job that sends due deliveries. A lease ensures that only one process of an installation sends.
 * Messages about the same record are sent in order. Subscriptions take turns, so a slow receiver does not
 * delay the others.
 */
export const createSender = (deps: WebhookDeps): Job => {
  const { clock, subscriptions, deliveries } = deps;
  const deliver = createDeliver(deps);
  const failureStates = new Map<number, FailureState>();
  /** Sequence number of the last turn of each subscription. */
  const lastTurns = new Map<number, number>();
  let turns = 0;

  const noteFailure = (id: number): void => {
    const failures = (failureStates.get(id)?.failures ?? 0) + 1;
    const rest = Math.min(MIN_PAUSE_MS * 2 ** (failures - MAX_FAILURES), MAX_PAUSE_MS);
    failureStates.set(id, { failures, until: failures < MAX_FAILURES ? 0 : clock.now() + rest });
  };
  const isPaused = (id: number): boolean => clock.now() < (failureStates.get(id)?.until ?? 0);

  /**
   * Returns the ids of the subscriptions that are enabled and not paused. The subscription whose last turn is
   * longest ago comes first.
   */
  const candidates = async (): Promise<readonly number[]> => {
    const all = await subscriptions.list();
    const ids = new Set(all.map(({ id }) => id));
    for (const known of [failureStates, lastTurns])
      for (const id of known.keys()) if (!ids.has(id)) known.delete(id);
    // `failingSince` is cleared when a delivery succeeds, when the webhook is switched on again or when its
    // URL changes. Earlier failures then no longer count.
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
      // Every process runs this job once a second, and usually nothing is due. These checks are cheaper than
      // acquiring the lease.
      if (!(await deliveries.hasWaiting()) || !(await hasDue())) return;
      await deps.runLeased("send", send, { isStopped: isStopping });
    },
  };
};
