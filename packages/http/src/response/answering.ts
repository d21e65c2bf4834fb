import type { Clock } from "@kalends/core";
import { toCacheShares } from "../cache-shares.ts";
import { createBatching } from "../request/batching.ts";
import type { HttpSettings } from "../settings.ts";
import { type AnswerCache, type AnswerState, createAnswerCache } from "./answer-cache.ts";
import { createConnectionQueue } from "./connections.ts";
import { createPrepare, type Prepare } from "./preparation.ts";
import { createResponder, type Respond } from "./responder.ts";

/** What a calendar answers with, once for all that it answers: together it keeps within the bounds of memory. */
export interface Answering {
  /** Absent: nothing is kept. */
  readonly answers: AnswerCache | undefined;
  readonly prepare: Prepare;
  readonly respond: Respond;
  readonly waitForEarlier: ReturnType<typeof createConnectionQueue>;
  readonly inBatch: ReturnType<typeof createBatching>;
}

interface AnsweringDeps {
  readonly stopwatch: Clock;
  /** What kept answers are held against; without it none is kept. */
  readonly answerState?: AnswerState | undefined;
  readonly settings: HttpSettings;
}

export const createAnswering = ({
  stopwatch: clock,
  answerState: state,
  settings,
}: AnsweringDeps): Answering => {
  const { answers: memory } = toCacheShares(settings);
  const staleness = settings.cacheStaleness * 1000;
  return {
    answers:
      state === undefined || memory === 0
        ? undefined
        : createAnswerCache({ state, clock, memory, staleness }),
    prepare: createPrepare({ clock, settings }),
    respond: createResponder(settings),
    waitForEarlier: createConnectionQueue(),
    inBatch: createBatching(),
  };
};
