import type { CacheUse, Clock } from "@kalends/core";
import type { Context } from "koa";
import { toCacheShares } from "../cache-shares.ts";
import type { ByteCapacity } from "../capacities.ts";
import { createFragmentCache, type FragmentCache } from "../representation/fragment-cache.ts";
import { type Admission, createAdmission, type ShedReason } from "../request/admission/admission.ts";
import { createArrivals, createRefusalTurns, createRounds } from "../request/admission/rounds.ts";
import { type BodyBudget, type BodyBudgets, createBodyBudget } from "../request/body/body-memory.ts";
import { hasBody } from "../request/body/incoming-bytes.ts";
import { createConnectionQueue } from "../request/connections.ts";
import type { HttpSettings } from "../settings.ts";
import { createPrepare, type InListTurn, type Prepare } from "./preparation.ts";
import { type CacheState, createResponseCache, type ResponseCache } from "./response-cache.ts";
import { createCompression } from "./sending/compression.ts";
import { createResponder, type Respond } from "./sending/sending.ts";

/**
 * Limits, caches and queues that all responses of a calendar share, so that together they stay within the
 * memory limits.
 */
export interface SharedResources {
  /** Response cache; `undefined` if responses are not cached. */
  readonly answers: ResponseCache | undefined;
  readonly fragments: FragmentCache;
  /** Returns the usage of each cache, by its name. */
  cacheUses(): Readonly<Record<string, CacheUse>>;
  readonly prepare: Prepare;
  readonly inListTurn: InListTurn;
  readonly respond: Respond;
  readonly waitForEarlier: ReturnType<typeof createConnectionQueue>;
  /**
   * Counts a request as in progress, and waits for its turn in the event loop. Returns a function that ends
   * the counting; `undefined` if the request is refused. `page`: a web page, which may use only a part of the
   * capacity. `uncounted`: only waits for its turn.
   */
  admit(ctx: Context, kind?: "request" | "page" | "uncounted"): Promise<(() => void) | undefined>;
  /**
   * Waits until a refusal may be sent. This wait limits the number of refusals, because some clients retry
   * immediately.
   */
  readonly inTurnOfRefusal: ReturnType<typeof createRefusalTurns>;
  readonly budgets: BodyBudgets;
}

interface AnsweringDeps {
  readonly stopwatch: Clock;
  /**
   * State of the store and the clock, by which cached responses are checked. Without it, responses are not
   * cached.
   */
  readonly answerState?: CacheState | undefined;
  readonly settings: HttpSettings;
  /** Called for each request that is refused. */
  readonly onShed?: ((reason: ShedReason) => void) | undefined;
}

export const createSharedResources = ({
  stopwatch: clock,
  answerState: state,
  settings,
  onShed,
}: AnsweringDeps): SharedResources => {
  const shares = toCacheShares(settings);
  const arrivals = createArrivals();
  const { capacities, trustProxy } = settings;
  const inTurnOfRefusal = createRefusalTurns(capacities.refusals);
  const staleness = settings.cacheStaleness * 1000;
  const answers =
    state === undefined || shares.answers === 0
      ? undefined
      : createResponseCache({ state, clock, memory: shares.answers, staleness });
  const fragments = createFragmentCache(shares.fragments);
  const compression = createCompression(settings);
  const createBudget = (capacity: ByteCapacity): BodyBudget =>
    createBodyBudget({
      ...capacity,
      clock: performance,
      trustProxy,
      onShed: () => onShed?.("bodies"),
    });
  const budgets = {
    bodies: createBudget(capacities.bodies),
    files: createBudget(capacities.sentFiles),
    contents: createBudget(capacities.contents),
  };
  const respond = createResponder(settings, compression);
  const admitUpTo = (atOnce: number): Admission =>
    createAdmission({ clock, atOnce, shares: capacities.shares, trustProxy, onShed });
  const admission = admitUpTo(capacities.maxConcurrent.requests);
  const pages = admitUpTo(capacities.maxConcurrent.pages);
  const enter = {
    request: admission.enter,
    uncounted: () => () => {},
    page(ctx: Context) {
      const leavePages = pages.enter(ctx);
      const leave = leavePages && admission.enter(ctx);
      if (leave === undefined) leavePages?.();
      return (
        leave &&
        (() => {
          leavePages?.();
          leave();
        })
      );
    },
  };
  const inRound = createRounds(() =>
    arrivals.areComing() ? capacities.roundWhileConnecting : capacities.round,
  );
  // Refused clients that retry immediately must not block the event loop for others.
  const inRoundOfRefused = createRounds(
    () => (arrivals.areComing() ? capacities.roundOfRefusedWhileConnecting : capacities.roundOfRefused),
    (release) => arrivals.passed().then(release),
  );
  return {
    answers,
    fragments,
    cacheUses: () => ({
      ...(answers && { answers: answers.use() }),
      ...(fragments.use && { fragments: fragments.use() }),
      ...(compression.use && { compressed: compression.use() }),
    }),
    ...createPrepare({ clock, settings, arrivals, inTurnOfRefusal, onShed }),
    respond(ctx, method, sendable) {
      // Releases the memory of the request body before sending, because the client may read the response
      // slowly.
      if (hasBody(ctx)) for (const budget of Object.values(budgets)) budget.answered(ctx);
      return respond(ctx, method, sendable);
    },
    waitForEarlier: createConnectionQueue(arrivals.note),
    async admit(ctx, kind = "request") {
      const leave = enter[kind](ctx);
      if (leave === undefined) {
        await inRoundOfRefused();
        return undefined;
      }
      const arrived = clock.now();
      await inRound();
      admission.noteWait(clock.now() - arrived);
      return leave;
    },
    inTurnOfRefusal,
    budgets,
  };
};
