import type { CacheUse, Clock } from "@kalends/core";
import { toCacheShares } from "../cache-shares.ts";
import { createKeptFragments, type KeptFragments } from "../fragments/kept-fragments.ts";
import { type Admission, createAdmission, type ShedReason } from "../request/admission/admission.ts";
import { createArrivals } from "../request/admission/arrivals.ts";
import { createRounds } from "../request/admission/rounds.ts";
import {
  type BodyBudget,
  type BodyBudgets,
  CONTENT_CAPACITY,
  createBodyBudget,
  FILE_CAPACITY,
  toBodyCapacity,
} from "../request/body/body-budget.ts";
import type { HttpSettings } from "../settings.ts";
import { type AnswerCache, type AnswerState, createAnswerCache } from "./answer-cache.ts";
import { createPrepare, type InListTurn, type Prepare } from "./preparation.ts";
import { createCompression } from "./sending/compression.ts";
import { createConnectionQueue } from "./sending/connections.ts";
import { createResponder, type Respond } from "./sending/responder.ts";

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
  readonly inRound: ReturnType<typeof createRounds>;
  readonly admission: Admission;
  /** `Admission.enter` for a page: pages have a part of the places. */
  enterPage: Admission["enter"];
  /** For those that are turned away: a client that asks again at once must not keep the event loop from all others. */
  readonly inRoundOfRefused: ReturnType<typeof createRounds>;
  readonly budgets: BodyBudgets;
}

/** Requests of one round of the event loop, and of one while clients are connecting. */
const [LARGEST, LARGEST_MEANWHILE] = [24, 4];
/** The same of those that are turned away, which cost little. */
const [MAX_REFUSED, MAX_REFUSED_MEANWHILE] = [48, 16];

/** The part of `requestsAtOnce` that pages may have under way. */
const PAGES = 1 / 4;

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
  const staleness = settings.cacheStaleness * 1000;
  const answers =
    state === undefined || shares.answers === 0
      ? undefined
      : createAnswerCache({ state, clock, memory: shares.answers, staleness });
  const fragments = createKeptFragments(shares.fragments);
  const compression = createCompression(settings);
  const createBudget = (capacity: number): BodyBudget =>
    createBodyBudget({
      capacity,
      clock: performance,
      trustProxy: settings.trustProxy,
      onShed: () => onShed?.("bodies"),
    });
  const budgets = {
    bodies: createBudget(toBodyCapacity(settings.bodyLimit)),
    files: createBudget(FILE_CAPACITY),
    contents: createBudget(CONTENT_CAPACITY),
  };
  const respond = createResponder(settings, compression);
  const { requestsAtOnce, trustProxy } = settings;
  const admission = createAdmission({ clock, atOnce: requestsAtOnce, trustProxy, onShed });
  const pages = createAdmission({ clock, atOnce: Math.ceil(requestsAtOnce * PAGES), trustProxy, onShed });
  return {
    answers,
    fragments,
    cacheUses: () => ({
      ...(answers && { answers: answers.use() }),
      ...(fragments.use && { fragments: fragments.use() }),
      ...(compression.use && { compressed: compression.use() }),
    }),
    ...createPrepare({ clock, settings, arrivals, onShed }),
    respond(ctx, method, sendable) {
      // Clients may take long to read it.
      for (const budget of Object.values(budgets)) budget.answered(ctx);
      return respond(ctx, method, sendable);
    },
    waitForEarlier: createConnectionQueue(arrivals.note),
    inRound: createRounds(() => (arrivals.areComing() ? LARGEST_MEANWHILE : LARGEST)),
    inRoundOfRefused: createRounds(
      () => (arrivals.areComing() ? MAX_REFUSED_MEANWHILE : MAX_REFUSED),
      (release) => arrivals.passed().then(release),
    ),
    admission,
    enterPage(ctx) {
      const leavePages = pages.enter(ctx);
      if (leavePages === undefined) return undefined;
      const leave = admission.enter(ctx);
      if (leave === undefined) {
        leavePages();
        return undefined;
      }
      return () => {
        leavePages();
        leave();
      };
    },
    budgets,
  };
};
