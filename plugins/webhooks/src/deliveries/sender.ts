import type { Job } from "@kalends/core/plugin";
import type { WebhookDeps } from "../services.ts";
import { createDeliver } from "./delivering.ts";

/** Of subscriptions at once, of records of one subscription at once, and deliveries of one turn. */
const [SUBSCRIPTIONS, LANES, TURN] = [4, 2, 50];
/** A subscription whose turn has taken longer waits for its next one, in milliseconds. */
const LONGEST_TURN = 5_000;
/** After so many failures in a row a receiver is left alone for a while, up to so long, in milliseconds. */
const [PATIENCE, SHORTEST_REST, LONGEST_REST] = [3, 60_000, 60 * 60_000];

interface Trouble {
  readonly failures: number;
  /** Milliseconds since 1970. */
  readonly until: number;
}

/** Sends what is due: of one record in order, by one process of an installation, and one slow receiver does not keep the others waiting. */
export const createSender = (deps: WebhookDeps): Job => {
  const { clock, subscriptions, deliveries } = deps;
  const deliver = createDeliver(deps);
  const troubles = new Map<number, Trouble>();
  /** By when their last turn began. */
  const served = new Map<number, number>();
  let turns = 0;

  const noteFailure = (id: number): void => {
    const failures = (troubles.get(id)?.failures ?? 0) + 1;
    const rest = Math.min(SHORTEST_REST * 2 ** (failures - PATIENCE), LONGEST_REST);
    troubles.set(id, { failures, until: failures < PATIENCE ? 0 : clock.now() + rest });
  };
  const rests = (id: number): boolean => clock.now() < (troubles.get(id)?.until ?? 0);

  /** Those that may have a turn, whoever has waited longest first. */
  const candidates = async (): Promise<readonly number[]> => {
    const all = await subscriptions.list();
    const ids = new Set(all.map(({ id }) => id));
    for (const known of [troubles, served]) for (const id of known.keys()) if (!ids.has(id)) known.delete(id);
    // Who was switched on again, or leads elsewhere now, begins anew.
    for (const { id, value } of all) if (value.failingSince === undefined) troubles.delete(id);
    const willing = all.filter(({ id, value }) => value.enabled && !rests(id));
    return willing
      .map(({ id }) => id)
      .toSorted((one, other) => (served.get(one) ?? 0) - (served.get(other) ?? 0));
  };

  const takeTurn = async (id: number, mayGoOn: () => boolean): Promise<void> => {
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
          if (rests(id) || clock.now() - began > LONGEST_TURN || !mayGoOn()) return;
          const result = await deliver(id, { key, lane });
          if (result === "failed") noteFailure(id);
          if (result === "delivered") troubles.delete(id);
          if (result === "failed" || result === "over") break;
        }
      }
    };
    await Promise.all(Array.from({ length: LANES }, work));
  };

  const isDue = async (id: number): Promise<boolean> => (await deliveries.due(id, 1)).items.length > 0;
  const areDue = async (): Promise<boolean> => {
    for (const id of await candidates()) if (await isDue(id)) return true;
    return false;
  };

  const send = async ({ isStopping }: { isStopping(): boolean }): Promise<void> => {
    const active = new Map<number, Promise<void>>();
    const errors: unknown[] = [];
    const mayGoOn = (): boolean => errors.length === 0 && !isStopping();
    const begin = (id: number): void => {
      served.set(id, ++turns);
      const turn = takeTurn(id, mayGoOn)
        .catch((error: unknown) => void errors.push(error))
        .finally(() => active.delete(id));
      active.set(id, turn);
    };
    const beginTurns = async (): Promise<void> => {
      for (const id of await candidates()) {
        if (active.size >= SUBSCRIPTIONS || !mayGoOn()) return;
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
      // Most of the time there are none, and every process looks each second.
      if (!(await deliveries.areWaiting()) || !(await areDue())) return;
      await deps.runLeased("send", send, { isStopped: isStopping });
    },
  };
};
