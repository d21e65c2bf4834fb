import type { Clock, Permit } from "@kalends/core";
import type { Context } from "koa";
import { createTurns, type UnwrittenFile, writeFile } from "../formats/file-content.ts";
import { createKeptTags, type KeptTags } from "../formats/kept-tags.ts";
import { LARGE, weigh } from "../representation/lazy-list.ts";
import {
  type Known,
  type Representation,
  type Streamed,
  tagged,
  toRepresentation,
  withRevision,
} from "../representation/representation.ts";
import type { ShedReason } from "../request/admission/admission.ts";
import type { Arrivals } from "../request/admission/arrivals.ts";
import { clientNetwork } from "../request/caller/proxy.ts";
import type { Answer } from "../routes/route.ts";
import type { HttpSettings } from "../settings.ts";
import { createByteBudget } from "./byte-budget.ts";
import { createSchedule, type Workload } from "./schedule.ts";
import { CODINGS, tagIn } from "./sending/compression.ts";
import { heldUntilOver, isGone, onceOver } from "./sending/connections.ts";
import { knownTag } from "./sending/responder.ts";

/** An answer as bytes. */
export interface Prepared {
  readonly answer: Omit<Answer, "body" | "content">;
  readonly representation: Representation | Streamed | Known;
}

/** What the preparation of an answer depends on. */
interface Preparation {
  readonly ctx: Context;
  /** Whether making it once more changes nothing. */
  readonly isRead: boolean;
  /** Expected amount of reading; absent: little. Files are recognized once the endpoint has returned them unwritten. */
  readonly list?: Exclude<Workload, "file"> | undefined;
  /** Makes the answer; may be called again. */
  readonly make: () => Promise<Answer>;
}

/** Runs work as one of the long lists that the client of a request has asked for. */
export type InListTurn = <T>(ctx: Context, work: () => Promise<T>) => Promise<T>;

/** `undefined` when the client has gone in the meantime. */
export type Prepare = (preparation: Preparation) => Promise<Prepared | undefined>;

/** Lighter answers cost a connection less than the connection itself. */
const SMALL = 65_536;
/** Bytes of answers made and sent at once. Answers never wait for much heavier ones. */
const LARGE_ANSWERS = { capacity: 100_663_296, perKey: 50_331_648 };
const MEDIUM_ANSWERS = { capacity: 67_108_864, perKey: 16_777_216 };

/** Others wait 30 s for a slow client, and a millisecond more for every 128 bytes that it gets. */
const termOf = (bytes: number): number => 30_000 + bytes / 128;

/** An answer whose file, if it is one, is written. */
interface Written extends Omit<Answer, "content"> {
  readonly content?: Exclude<Answer["content"], UnwrittenFile> | Known;
}

type Unwritten = Answer & { readonly content: UnwrittenFile };

const isUnwritten = (answer: Answer): answer is Unwritten =>
  answer.content !== undefined && "write" in answer.content;

/** What of an answer is in memory at once, about, in bytes. */
const weightOf = ({ body, content }: Written): number => {
  if (content === undefined) return weigh(body);
  return "bytes" in content ? content.bytes.length : 0;
};

/** The file as one that the client has, if it says so; of a success alone. */
const toKnown = ({ status, content }: Unwritten, ctx: Context, tags: KeptTags): Known | undefined => {
  const written = status === 200 ? tags.find(content.key) : undefined;
  if (written === undefined) return undefined;
  const tag = knownTag(ctx, [written.tag, ...CODINGS.map((coding) => tagIn(written.tag, coding))]);
  return tag === undefined ? undefined : { isKnown: true, tag, length: written.length };
};

interface PrepareDeps {
  readonly clock: Clock;
  readonly settings: Pick<HttpSettings, "trustProxy" | "requestsAtOnce">;
  readonly arrivals: Pick<Arrivals, "passed">;
  /** Called with each request that is turned away. */
  readonly onShed?: ((reason: ShedReason) => void) | undefined;
}

/**
 * Makes answers within bounds of memory: one that finds no room is forgotten, waits for a permit, and is made again. The permit
 * ends when the answer is sent or its client has gone. What a write answers never waits.
 */
export const createPrepare = ({
  clock,
  settings,
  arrivals,
  onShed,
}: PrepareDeps): { readonly prepare: Prepare; readonly inListTurn: InListTurn } => {
  const large = createByteBudget({ clock, ...LARGE_ANSWERS, termOf });
  const medium = createByteBudget({ clock, ...MEDIUM_ANSWERS, termOf });
  const schedule = createSchedule({ clock, settings, arrivals, onShed, isLargeUsed: large.isUsed });
  const takeTurn = createTurns(arrivals.passed);
  const tags = createKeptTags();

  const acquire = (weight: number, ctx: Context): Permit => {
    const budget = weight > LARGE ? large : medium;
    const client = clientNetwork(ctx.req, settings.trustProxy);
    return heldUntilOver(
      ctx,
      budget.acquire(client, weight, () => ctx.res.destroy()),
    );
  };

  const write = async ({ content, ...answer }: Unwritten, ctx: Context): Promise<Written> => {
    const exchange = { isGone: () => isGone(ctx), onceOver: (call: () => void) => onceOver(ctx, call) };
    return { ...answer, content: await writeFile(content, exchange, takeTurn, tags) };
  };

  const prepare: Prepare = async ({ ctx, isRead, list, make }) => {
    const isWanted = (): boolean => !isGone(ctx);

    /** Applies `use` to the response while its place is held; `undefined` if the client has gone. */
    const madeFor = async <T>(use: (answer: Written) => T | Promise<T>): Promise<T | undefined> => {
      const begin = async (): Promise<{ readonly used: T } | Unwritten | undefined> => {
        if (isRead && !isWanted()) return undefined;
        const answer = await make();
        if (!isUnwritten(answer)) return { used: await use(answer as Written) };
        const known = isRead ? toKnown(answer, ctx, tags) : undefined;
        return known === undefined ? answer : { used: await use({ ...answer, content: known }) };
      };
      const begun = await (list === undefined ? begin() : schedule(ctx, list, begin));
      if (begun === undefined || "used" in begun) return begun?.used;
      return schedule(ctx, "file", async () => (isWanted() ? use(await write(begun, ctx)) : undefined));
    };

    const represent = async (
      { body, content, ...answer }: Written,
      weight: number,
    ): Promise<Prepared | undefined> => {
      if (content !== undefined) {
        if (isRead && !isWanted()) return undefined;
        return { answer, representation: "bytes" in content ? tagged(content.bytes) : content };
      }
      const made = await toRepresentation(body, weight, isWanted);
      return made && { answer, representation: withRevision(made, answer.revision) };
    };

    const made = await madeFor((answer) => {
      const weight = weightOf(answer);
      const permit = weight > SMALL ? acquire(weight, ctx) : undefined;
      return permit === undefined || permit.isHeld() || !isRead ? { answer, weight } : permit;
    });
    if (made === undefined) return undefined;
    if ("answer" in made) return represent(made.answer, made.weight);
    await made.settled;
    return madeFor((answer) => represent(answer, weightOf(answer)));
  };
  return { prepare, inListTurn: (ctx, work) => schedule(ctx, "long", work) };
};
