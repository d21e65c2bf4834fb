import type { CacheUse, Clock } from "@kalends/core";
import type { Context } from "koa";
import { toCacheShares } from "../cache-shares.ts";
import type { ByteCapacity } from "../capacities.ts";
import { createKeptFragments, type KeptFragments } from "../representation/kept-fragments.ts";
import { type Admission, createAdmission, type ShedReason } from "../request/admission/admission.ts";
import { createArrivals, createRefusalTurns, createRounds } from "../request/admission/rounds.ts";
import { type BodyBudget, type BodyBudgets, createBodyBudget } from "../request/body/body-budget.ts";
import { hasBody } from "../request/body/incoming-bytes.ts";
import { createConnectionQueue } from "../request/connections.ts";
import type { HttpSettings } from "../settings.ts";
import { type AnswerCache, type AnswerState, createAnswerCache } from "./answer-cache.ts";
import { createPrepare, type InListTurn, type Prepare } from "./preparation.ts";
import { createCompression } from "./sending/compression.ts";
import { createResponder, type Respond } from "./sending/sending.ts";

/** What a calendar answers with, once for all that it answers: together it keeps within the bounds of memory. */
export interface Answering {
  /** Absent: nothing is kept. */
  readonly answers: AnswerCache | undefined;
  readonly fragments: KeptFragments;
  /** How its caches were used, by their names. */
  cacheUses(): Readonly<Record<string, CacheUse>>;
  readonly prepare: Prepare;
  readonly inListTurn: InListTurn;
  readonly respond: Respond;
  readonly waitForEarlier: ReturnType<typeof createConnectionQueue>;
  /**
   * Counts a request as under way and waits for its turn of the event loop. Returns what ends that; `undefined`: there is no room for it.
   * Pages have a part of the places; `uncounted` requests wait for their turn alone.
   */
  admit(ctx: Context, kind?: "request" | "page" | "uncounted"): Promise<(() => void) | undefined>;
  /** Waits for the turn of a refusal: clients that come again at once are given so many in a second. */
  readonly inTurnOfRefusal: ReturnType<typeof createRefusalTurns>;
  readonly budgets: BodyBudgets;
}

interface AnsweringDeps {
  readonly stopwatch: Clock;
  /** What kept answers are held against; without it none is kept. */
  readonly answerState?: AnswerState | undefined;
  readonly settings: HttpSettings;
  /** Called with each request that is turned away. */
  readonly onShed?: ((reason: ShedReason) => void) | undefined;
}

export const createAnswering = ({
  stopwatch: clock,
  answerState: state,
  settings,
  onShed,
}: AnsweringDeps): Answering => {
  const shares = toCacheShares(settings);
  const arrivals = createArrivals();
  const { capacities, trustProxy } = settings;
  const inTurnOfRefusal = createRefusalTurns(capacities.refusals);
  const staleness = settings.cacheStaleness * 1000;
  const answers =
    state === undefined || shares.answers === 0
      ? undefined
      : createAnswerCache({ state, clock, memory: shares.answers, staleness });
  const fragments = createKeptFragments(shares.fragments);
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
  const admission = admitUpTo(capacities.underWay.requests);
  const pages = admitUpTo(capacities.underWay.pages);
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
  // A client that asks again at once must not keep the event loop from all others.
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
      // Clients may take long to read it.
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
