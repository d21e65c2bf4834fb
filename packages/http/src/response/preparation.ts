import { setImmediate as nextEvent, setTimeout as pause } from "node:timers/promises";
import { type Clock, createFairLimiter } from "@kalends/core";
import type { Context } from "koa";
import { clientAddress } from "../request/client-address.ts";
import type { Answer } from "../routes/route.ts";
import type { HttpSettings } from "../settings.ts";
import { type Budget, createBudget, type Share } from "./byte-budget.ts";
import { isGone, onceOver } from "./connections.ts";
import { LARGE, type Representation, toRepresentation } from "./representation.ts";
import { weigh } from "./weight.ts";

/** An answer with its bytes. */
export interface Prepared {
  readonly answer: Answer;
  readonly representation: Representation;
}

/** What the preparation of an answer depends on. */
export interface Preparation {
  readonly ctx: Context;
  /** Whether making it once more changes nothing. */
  readonly isRead: boolean;
  /** Whether many records are read for it, as far as can be known before. */
  readonly list?: "short" | "long" | undefined;
  /** Makes the answer; may be called again. */
  readonly make: () => Promise<Answer>;
}

/** `undefined` when the client has gone in the meantime. */
export type Prepare = (preparation: Preparation) => Promise<Prepared | undefined>;

/** Lists that are read at once: until an answer is there, nobody knows how large it is. */
const LISTS_AT_ONCE = 16;
/** Tasks that take less hold up nobody: most lists do. */
const BRIEF_MS = 25;
/** Whatever the clock says: it may be set while a task runs. */
const LONGEST_REST_MS = 1_000;
/** Lighter answers cost a connection less than the connection itself. */
const SMALL = 65_536;
/**
 * Weights that are made and sent at once, and those for the same client; nobody waits for answers that are much heavier than
 * their own.
 */
const LARGE_ANSWERS = { total: 100_663_296, ofOne: 50_331_648 };
const MEDIUM_ANSWERS = { total: 67_108_864, ofOne: 16_777_216 };
/** Others wait so long for a client, and longer the more it gets: `RATE` per millisecond. */
const BASE_MS = 30_000;
const RATE = 128;

const lentFor = (weight: number): number => BASE_MS + weight / RATE;

/** Runs tasks one after the other as far as they hold up the process, with as much time for others in between long ones. */
const createAlternation = (clock: Clock): (<T>(task: () => Promise<T>) => Promise<T>) => {
  let latest: Promise<void> = Promise.resolve();
  const rest = async (since: number): Promise<void> => {
    // It comes when the task waits for something, or is done. A single round would take in one new connection.
    await nextEvent();
    const taken = clock.now() - since;
    if (taken >= BRIEF_MS) await pause(Math.min(taken, LONGEST_REST_MS));
  };
  return (task) => {
    const begun = latest.then(() => {
      const since = clock.now();
      return { result: task(), rested: rest(since) };
    });
    latest = begun.then(({ rested }) => rested);
    return begun.then(({ result }) => result);
  };
};

/**
 * Makes answers within bounds of memory: one that finds no room is forgotten, waits in order of arrival, and is made again.
 * The room is free again when the answer is sent or its client has gone. What a write answers never waits.
 */
export const createPrepare = ({
  clock,
  settings,
}: {
  readonly clock: Clock;
  readonly settings: Pick<HttpSettings, "trustProxy">;
}): Prepare => {
  const lists = createFairLimiter<string>({ capacity: LISTS_AT_ONCE });
  const lateLists = createFairLimiter<string>({ capacity: 1 });
  const alternate = createAlternation(clock);
  const large = createBudget({ clock, ...LARGE_ANSWERS, lentFor });
  const medium = createBudget({ clock, ...MEDIUM_ANSWERS, lentFor });

  const sourceOf = ({ req }: Context): string => clientAddress(req, settings.trustProxy);

  /**
   * Large answers that are asked for at once leave room for others in between, and for news of clients that have gone; who
   * asks for many keeps nobody waiting but himself.
   */
  const inTurn = async <T>({ ctx, list }: Preparation, work: () => Promise<T>): Promise<T> => {
    if (list === undefined) return work();
    const limiter = list === "long" && large.isUsed() ? lateLists : lists;
    return limiter.run(sourceOf(ctx), async () => {
      if (list === "short") return work();
      // What a client has sent and that it has gone come one after the other.
      for (let event = 0; event < 2; event += 1) await nextEvent();
      return alternate(work);
    });
  };

  const askFor = (weight: number, ctx: Context): Share => {
    const budget: Budget = weight > LARGE ? large : medium;
    const share = budget.ask(sourceOf(ctx), weight, () => ctx.res.destroy());
    onceOver(ctx, share.release);
    return share;
  };

  return async (preparation) => {
    const { ctx, isRead, make } = preparation;
    const isWanted = (): boolean => !isGone(ctx);
    const prepared = async (answer: Answer, weight: number): Promise<Prepared | undefined> => {
      const representation = await toRepresentation(answer.body, weight, isWanted);
      return representation && { answer, representation };
    };
    const made = await inTurn(preparation, async () => {
      if (isRead && !isWanted()) return undefined;
      const answer = await make();
      const weight = weigh(answer.body);
      if (weight <= SMALL) return { answer, weight };
      const share = askFor(weight, ctx);
      return share.isHeld() || !isRead ? { answer, weight } : share;
    });
    if (made === undefined) return undefined;
    if ("answer" in made) return prepared(made.answer, made.weight);
    await made.settled;
    return inTurn(preparation, async () => {
      if (!isWanted()) return undefined;
      const answer = await make();
      return prepared(answer, weigh(answer.body));
    });
  };
};
