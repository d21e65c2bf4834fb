import type { Clock } from "@kalends/core";
import type { Context } from "koa";
import { clientNetwork } from "../caller/proxy.ts";

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
  /** With the addresses of their clients, as soon as somebody has asked for these: to find them costs more than all else here. */
  const underWay = new Map<Context["req"], string | undefined>();
  let lateSince = Number.NEGATIVE_INFINITY;

  const clientOf = (req: Context["req"]): string => {
    const client = underWay.get(req) ?? clientNetwork(req, trustProxy);
    if (underWay.has(req)) underWay.set(req, client);
    return client;
  };

  /** How many are under way, without those whose bodies are still on their way (who sends slowly takes nobody's place), and of one client. */
  const count = (client: string): { readonly busy: number; readonly ofClient: number } => {
    let busy = 0;
    let ofClient = 0;
    for (const req of underWay.keys()) {
      if (req.complete) busy += 1;
      if (clientOf(req) === client) ofClient += 1;
    }
    return { busy, ofClient };
  };

  const problemFor = (req: Context["req"]): ShedReason | undefined => {
    // Every request is looked at only when there may be too many.
    if (underWay.size < atOnce * WHILE_LATE) return undefined;
    const isLate = Math.abs(clock.now() - lateSince) < HOLD;
    if (!isLate && underWay.size < atOnce * OPEN_TO_ALL) return undefined;
    const { busy, ofClient } = count(clientOf(req));
    if (isLate && busy >= atOnce * (ofClient === 0 ? WHILE_LATE_TO_OTHERS : WHILE_LATE)) return "event-loop";
    const hasLittle = ofClient < atOnce * LITTLE;
    return busy >= atOnce * (hasLittle ? 1 : OPEN_TO_ALL) ? "requests" : undefined;
  };

  return {
    enter({ req }) {
      const problem = problemFor(req);
      if (problem !== undefined) {
        onShed?.(problem);
        return undefined;
      }
      underWay.set(req, undefined);
      return () => underWay.delete(req);
    },
    noteWait(milliseconds) {
      if (milliseconds > LATE) lateSince = clock.now();
    },
  };
};
