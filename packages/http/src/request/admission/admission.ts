import type { Clock } from "@kalends/core";
import type { Context } from "koa";
import type { AdmissionShares } from "../../capacities.ts";
import { clientNetwork } from "../caller/proxy.ts";

/**
 * Reason for refusing a request because of overload. `requests`: too many concurrent requests. `event-loop`:
 * many requests while the event loop lags. `bodies`: request bodies take too much memory.
 */
export type ShedReason = "requests" | "event-loop" | "bodies";

/**
 * Admission control: refuses requests beyond a limit before they use resources, so that admitted requests are
 * answered soon.
 */
export interface Admission {
  /**
   * Admits a request. Returns a function to call when the request is answered; `undefined` if the request is
   * refused.
   */
  enter(ctx: Pick<Context, "req">): (() => void) | undefined;
  /** Records the milliseconds for which a request waited for its turn in the event loop. */
  noteWait(milliseconds: number): void;
}

interface AdmissionDeps {
  readonly clock: Clock;
  /** Maximum number of concurrent requests; 0 means unlimited. */
  readonly atOnce: number;
  readonly shares: AdmissionShares;
  readonly trustProxy: number;
  readonly onShed?: ((reason: ShedReason) => void) | undefined;
}

/**
 * Maximum number of requests with incomplete bodies that are checked again for each new request. Thousands of
 * such requests may be open, and checking all of them would take too long.
 */
const PROBES = 64;

/**
 * Milliseconds. A wait longer than `LATE` means that the event loop lags. After such a wait, limits stay
 * strict for `HOLD`, so that they do not change too often.
 */
const LATE = 1_000;
const HOLD = 1_000;

interface AdmittedRequest {
  readonly req: Context["req"];
  /** Client network; `undefined` until the request is classified. */
  client: string | undefined;
}

/** Creates the admission control. Source: rules/interface.md#load-shedding. */
export const createAdmission = ({
  clock,
  atOnce,
  shares: { openToAll, little, whileLate, whileLateToOthers },
  trustProxy,
  onShed,
}: AdmissionDeps): Admission => {
  if (atOnce === 0) return { enter: () => () => {}, noteWait() {} };
  /**
   * Requests that are not classified yet. Classification is delayed because finding the client network is the
   * most expensive step here.
   */
  const unclassified = new Set<AdmittedRequest>();
  /**
   * Requests whose bodies were incomplete at the last check; the one checked longest ago comes first. They do
   * not count as busy, so slow senders do not block other clients.
   */
  const receiving = new Set<AdmittedRequest>();
  const busy = new Set<AdmittedRequest>();
  /** Number of classified requests by client. */
  const ofClients = new Map<string, number>();
  let lateSince = Number.NEGATIVE_INFINITY;

  const count = (client: string, more: 1 | -1): void => {
    const requests = (ofClients.get(client) ?? 0) + more;
    if (requests === 0) ofClients.delete(client);
    else ofClients.set(client, requests);
  };

  const place = (request: AdmittedRequest): void =>
    void (request.req.complete ? busy : receiving).add(request);

  const classifyRequests = (): void => {
    let left = Math.min(PROBES, receiving.size);
    for (const request of receiving) {
      if (left === 0) break;
      left -= 1;
      receiving.delete(request);
      place(request);
    }
    for (const request of unclassified) {
      request.client = clientNetwork(request.req, trustProxy);
      count(request.client, 1);
      place(request);
    }
    unclassified.clear();
  };

  const problemFor = (req: Context["req"]): ShedReason | undefined => {
    const underWay = unclassified.size + receiving.size + busy.size;
    // Classifies requests only when their number comes near a limit.
    if (underWay < atOnce * whileLate) return undefined;
    const isLate = Math.abs(clock.now() - lateSince) < HOLD;
    if (!isLate && underWay < atOnce * openToAll) return undefined;
    classifyRequests();
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
      const request: AdmittedRequest = { req, client: undefined };
      unclassified.add(request);
      return () => {
        const wasThere = unclassified.delete(request) || receiving.delete(request) || busy.delete(request);
        if (wasThere && request.client !== undefined) count(request.client, -1);
      };
    },
    noteWait(milliseconds) {
      if (milliseconds > LATE) lateSince = clock.now();
    },
  };
};
