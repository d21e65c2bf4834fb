import type { Clock } from "@kalends/core";
import type { Context } from "koa";
import type { AdmissionShares } from "../../capacities.ts";
import { clientNetwork } from "../caller/proxy.ts";

/** Why a request is turned away: too many are under way, the event loop is late besides, or bodies take too much memory. */
export type ShedReason = "requests" | "event-loop" | "bodies";

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
  readonly shares: AdmissionShares;
  readonly trustProxy: number;
  readonly onShed?: ((reason: ShedReason) => void) | undefined;
}

/** Slow requests that are looked at again for each new one: thousands may be under way, and to look at all would cost more than they do. */
const LOOKS = 64;

/** Milliseconds: waiting for longer is late, and it is late for so long after each such wait, so that admission does not flap. */
const LATE = 1_000;
const HOLD = 1_000;

interface UnderWay {
  readonly req: Context["req"];
  /** Absent until it is looked at. */
  client: string | undefined;
}

/** Source: rules/interface.md#load-shedding. */
export const createAdmission = ({
  clock,
  atOnce,
  shares: { openToAll, little, whileLate, whileLateToOthers },
  trustProxy,
  onShed,
}: AdmissionDeps): Admission => {
  if (atOnce === 0) return { enter: () => () => {}, noteWait() {} };
  /** Those that nobody has looked at: to find the addresses of their clients costs more than all else here. */
  const fresh = new Set<UnderWay>();
  /** Whose bodies were still on their way when they were looked at: who sends slowly takes nobody's place. The longest ago first. */
  const coming = new Set<UnderWay>();
  const busy = new Set<UnderWay>();
  /** How many a client has among those that were looked at. */
  const ofClients = new Map<string, number>();
  let lateSince = Number.NEGATIVE_INFINITY;

  const count = (client: string, more: 1 | -1): void => {
    const requests = (ofClients.get(client) ?? 0) + more;
    if (requests === 0) ofClients.delete(client);
    else ofClients.set(client, requests);
  };

  const place = (request: UnderWay): void => void (request.req.complete ? busy : coming).add(request);

  const look = (): void => {
    let left = Math.min(LOOKS, coming.size);
    for (const request of coming) {
      if (left === 0) break;
      left -= 1;
      coming.delete(request);
      place(request);
    }
    for (const request of fresh) {
      request.client = clientNetwork(request.req, trustProxy);
      count(request.client, 1);
      place(request);
    }
    fresh.clear();
  };

  const problemFor = (req: Context["req"]): ShedReason | undefined => {
    const underWay = fresh.size + coming.size + busy.size;
    // They are looked at only when there may be too many.
    if (underWay < atOnce * whileLate) return undefined;
    const isLate = Math.abs(clock.now() - lateSince) < HOLD;
    if (!isLate && underWay < atOnce * openToAll) return undefined;
    look();
    const ofClient = ofClients.get(clientNetwork(req, trustProxy)) ?? 0;
    if (isLate && busy.size >= atOnce * (ofClient === 0 ? whileLateToOthers : whileLate)) return "event-loop";
    const hasLittle = ofClient < atOnce * little;
    return busy.size >= atOnce * (hasLittle ? 1 : openToAll) ? "requests" : undefined;
  };

  return {
    enter({ req }) {
      const problem = problemFor(req);
      if (problem !== undefined) {
        onShed?.(problem);
        return undefined;
      }
      const request: UnderWay = { req, client: undefined };
      fresh.add(request);
      return () => {
        const wasThere = fresh.delete(request) || coming.delete(request) || busy.delete(request);
        if (wasThere && request.client !== undefined) count(request.client, -1);
      };
    },
    noteWait(milliseconds) {
      if (milliseconds > LATE) lateSince = clock.now();
    },
  };
};
