import { setImmediate as nextEvent, setTimeout as pause } from "node:timers/promises";
import { type Clock, createFairLimiter, type Permit } from "@kalends/core";
import type { Context } from "koa";
import { LARGE, weigh } from "../representation/lazy-list.ts";
import {
  type Representation,
  type Streamed,
  tagged,
  toRepresentation,
  withRevision,
} from "../representation/representation.ts";
import { clientNetwork } from "../request/caller/proxy.ts";
import type { Answer } from "../routes/route.ts";
import type { HttpSettings } from "../settings.ts";
import { createByteBudget } from "./byte-budget.ts";
import { heldUntilOver, isGone } from "./sending/connections.ts";

/** An answer as bytes. */
export interface Prepared {
  readonly answer: Omit<Answer, "body" | "content">;
  readonly representation: Representation | Streamed;
}

/** What the preparation of an answer depends on. */
interface Preparation {
  readonly ctx: Context;
  /** Whether making it once more changes nothing. */
  readonly isRead: boolean;
  /** Whether many records are read for it, as far as can be known before. */
  readonly list?: "short" | "long" | "file" | undefined;
  /** Makes the answer; may be called again. */
  readonly make: () => Promise<Answer>;
}

/** `undefined` when the client has gone in the meantime. */
export type Prepare = (preparation: Preparation) => Promise<Prepared | undefined>;

/** Lists that are read at once: the size of an answer is known when it is there. */
const LISTS_AT_ONCE = 16;
/** Those of one client: its lists may take seconds each, and others go on. */
const LISTS_OF_ONE = 8;
/** Files of events that are begun at once: each takes as long as there are events, and lists go on meanwhile. */
const FILES = { capacity: 4, perKey: 2 };
/** Tasks that take less block nothing: most lists do. */
const BRIEF_MS = 25;
/** The clock may be set while a task runs. */
const LONGEST_PAUSE_MS = 1_000;
/** Lighter answers cost a connection less than the connection itself. */
const SMALL = 65_536;
/** Bytes of answers made and sent at once. Answers never wait for much heavier ones. */
const LARGE_ANSWERS = { capacity: 100_663_296, perKey: 50_331_648 };
const MEDIUM_ANSWERS = { capacity: 67_108_864, perKey: 16_777_216 };

/** Others wait 30 s for a slow client, and a millisecond more for every 128 bytes that it gets. */
const termOf = (bytes: number): number => 30_000 + bytes / 128;

/** What of an answer is in memory at once, about, in bytes. */
const weightOf = ({ body, content }: Answer): number => {
  if (content === undefined) return weigh(body);
  return "bytes" in content ? content.bytes.length : 0;
};

/** Runs tasks one after the other as far as they block the event loop, with as long a pause after each long one. */
const createThrottle = (clock: Clock): (<T>(task: () => Promise<T>) => Promise<T>) => {
  let latest: Promise<void> = Promise.resolve();
  const rest = async (since: number): Promise<void> => {
    // It comes when the task waits for something, or is done. A single round would take in one new connection.
    await nextEvent();
    const taken = clock.now() - since;
    if (taken >= BRIEF_MS) await pause(Math.min(taken, LONGEST_PAUSE_MS));
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
 * Makes answers within bounds of memory: one that finds no room is forgotten, waits for a permit, and is made again. The permit
 * ends when the answer is sent or its client has gone. What a write answers never waits.
 */
export const createPrepare = ({
  clock,
  settings,
}: {
  readonly clock: Clock;
  readonly settings: Pick<HttpSettings, "trustProxy">;
}): Prepare => {
  const lists = createFairLimiter<string>({ capacity: LISTS_AT_ONCE, perKey: LISTS_OF_ONE });
  const listsWhileLarge = createFairLimiter<string>({ capacity: 1 });
  const files = createFairLimiter<string>(FILES);
  const throttle = createThrottle(clock);
  const large = createByteBudget({ clock, ...LARGE_ANSWERS, termOf });
  const medium = createByteBudget({ clock, ...MEDIUM_ANSWERS, termOf });

  const clientOf = ({ req }: Context): string => clientNetwork(req, settings.trustProxy);

  /** Large answers at once leave room for others in between; a client that asks for many delays only its own. */
  const schedule = async <T>({ ctx, list }: Preparation, work: () => Promise<T>): Promise<T> => {
    if (list === undefined) return work();
    if (list === "file") return files.run(clientOf(ctx), work);
    const limiter = list === "long" && large.isUsed() ? listsWhileLarge : lists;
    return limiter.run(clientOf(ctx), async () => {
      if (list === "short") return work();
      // What a client has sent and that it has gone come one after the other.
      for (let event = 0; event < 2; event += 1) await nextEvent();
      return throttle(work);
    });
  };

  const acquire = (weight: number, ctx: Context): Permit => {
    const budget = weight > LARGE ? large : medium;
    return heldUntilOver(
      ctx,
      budget.acquire(clientOf(ctx), weight, () => ctx.res.destroy()),
    );
  };

  return async (preparation) => {
    const { ctx, isRead, make } = preparation;
    const isWanted = (): boolean => !isGone(ctx);
    const represent = async (
      { body, content, ...answer }: Answer,
      weight: number,
    ): Promise<Prepared | undefined> => {
      if (content !== undefined) {
        if (isRead && !isWanted()) return undefined;
        return { answer, representation: "stream" in content ? content : tagged(content.bytes) };
      }
      const made = await toRepresentation(body, weight, isWanted);
      return made && { answer, representation: withRevision(made, answer.revision) };
    };
    const made = await schedule(preparation, async () => {
      if (isRead && !isWanted()) return undefined;
      const answer = await make();
      const weight = weightOf(answer);
      const permit = weight > SMALL ? acquire(weight, ctx) : undefined;
      return permit === undefined || permit.isHeld() || !isRead ? { answer, weight } : permit;
    });
    if (made === undefined) return undefined;
    if ("answer" in made) return represent(made.answer, made.weight);
    await made.settled;
    return schedule(preparation, async () => {
      if (!isWanted()) return undefined;
      const answer = await make();
      return represent(answer, weightOf(answer));
    });
  };
};
