import type { Clock } from "@kalends/core";
import type { Context } from "koa";
import { clientAddress } from "../caller/proxy.ts";

/** Why a request is turned away: too many are under way, or the event loop is late besides. */
export type ShedReason = "requests" | "event-loop";

/** Turns away what is too much before it costs anything, so that what is under way is answered soon. */
export interface Admission {
  /** What is to be called when the request is answered; `undefined`: there is no room for it. */
  enter(ctx: Pick<Context, "req">): (() => void) | undefined;
  /** Told for how long, in milliseconds, a request has waited for its turn of the event loop. */
  noteWait(milliseconds: number): void;
}

interface AdmissionDeps {
  readonly clock: Clock;
  /** How many requests may be under way; 0: any number. */
  readonly atOnce: number;
  readonly trustProxy: boolean;
  readonly onShed?: ((reason: ShedReason) => void) | undefined;
}

/**
 * Of the capacity: what is left to clients who have little under way, what is little, and what is left when the loop is late, to
 * clients who have something under way and to those who have nothing.
 */
const OPEN_TO_ALL = 3 / 4;
const LITTLE = 1 / 4;
const WHILE_LATE = 1 / 4;
const WHILE_LATE_TO_OTHERS = 1 / 2;

/** Milliseconds: waiting for longer is late, and it is late for so long after each such wait, so that admission does not flap. */
const LATE = 1_000;
const HOLD = 1_000;

/** Source: rules/interface.md#load-shedding. */
export const createAdmission = ({ clock, atOnce, trustProxy, onShed }: AdmissionDeps): Admission => {
  if (atOnce === 0) return { enter: () => () => {}, noteWait() {} };
  const underWay = new Set<Context["req"]>();
  const byClient = new Map<string, number>();
  let lateSince = Number.NEGATIVE_INFINITY;

  /** Without those whose bodies are still on their way: who sends slowly takes nobody's place. */
  const busy = (): number => {
    let count = 0;
    for (const { complete } of underWay) if (complete) count += 1;
    return count;
  };

  const problemFor = (client: string): ShedReason | undefined => {
    // Every request is looked at only when there may be too many.
    if (underWay.size < atOnce * WHILE_LATE) return undefined;
    const isLate = Math.abs(clock.now() - lateSince) < HOLD;
    if (!isLate && underWay.size < atOnce * OPEN_TO_ALL) return undefined;
    const count = busy();
    const ofClient = byClient.get(client) ?? 0;
    if (isLate && count >= atOnce * (ofClient === 0 ? WHILE_LATE_TO_OTHERS : WHILE_LATE)) return "event-loop";
    const hasLittle = ofClient < atOnce * LITTLE;
    return count >= atOnce * (hasLittle ? 1 : OPEN_TO_ALL) ? "requests" : undefined;
  };

  return {
    enter({ req }) {
      const client = clientAddress(req, trustProxy);
      const problem = problemFor(client);
      if (problem !== undefined) {
        onShed?.(problem);
        return undefined;
      }
      underWay.add(req);
      byClient.set(client, (byClient.get(client) ?? 0) + 1);
      return () => {
        underWay.delete(req);
        const left = (byClient.get(client) ?? 1) - 1;
        if (left === 0) byClient.delete(client);
        else byClient.set(client, left);
      };
    },
    noteWait(milliseconds) {
      if (milliseconds > LATE) lateSince = clock.now();
    },
  };
};
