import type { Clock, Permit } from "@kalends/core";
import type { Context } from "koa";
import {
  type NotModified,
  type Representation,
  type Streamed,
  tagged,
  toRepresentation,
  withRevision,
} from "../representation/representation.ts";
import { LARGE } from "../representation/serialized-body.ts";
import type { ShedReason } from "../request/admission/admission.ts";
import type { Arrivals } from "../request/admission/rounds.ts";
import { clientNetwork } from "../request/caller/proxy.ts";
import { heldUntilEnd, isGone, onceFinished } from "../request/connections.ts";
import type { EndpointResponse, UnwrittenFile } from "../route/route.ts";
import type { HttpSettings } from "../settings.ts";
import { createByteBudget } from "./byte-budget.ts";
import { createTurns, writeFile } from "./files/file-content.ts";
import { createFileTagCache, type FileTagCache } from "./files/file-tag-cache.ts";
import { createSchedule, type Workload } from "./schedule.ts";
import { CODINGS, tagIn } from "./sending/compression.ts";
import { knownTag } from "./sending/conditional-get.ts";

/** Response with a serialized body. */
export interface Prepared {
  readonly answer: Omit<EndpointResponse, "body" | "content">;
  readonly representation: Representation | Streamed | NotModified;
}

/** Input for preparing a response. */
interface Preparation {
  readonly ctx: Context;
  /** True for read requests, whose response can be produced several times without side effects. */
  readonly isRead: boolean;
  /**
   * Kind of work, if the endpoint reads many records. Files are detected later, when the endpoint returns an
   * unwritten file.
   */
  readonly list?: Exclude<Workload, "file"> | undefined;
  /** Produces the response. May be called several times. */
  readonly make: () => Promise<EndpointResponse>;
}

/** Runs `work` when it is the client's turn among the long lists of all clients. */
export type InListTurn = <T>(ctx: Context, work: () => Promise<T>) => Promise<T>;

/** Prepares a response. Resolves to `undefined` if the client has disconnected in the meantime. */
export type Prepare = (preparation: Preparation) => Promise<Prepared | undefined>;

/**
 * Size in bytes up to which a response takes less memory than its connection, so that no permit is needed.
 */
const SMALL = 65_536;

const NONE: Permit = { isHeld: () => true, decided: Promise.resolve(), release() {} };

/**
 * Returns the milliseconds for which a permit may be held while others wait: 30 s, and 1 ms more per 128
 * bytes.
 */
const termOf = (bytes: number): number => 30_000 + bytes / 128;

/** Response in which a file, if any, is already written. */
interface Written extends Omit<EndpointResponse, "content"> {
  readonly content?: Exclude<EndpointResponse["content"], UnwrittenFile> | NotModified;
}

interface StartedResponse {
  readonly prepared: Promise<Prepared | undefined>;
}

type Unwritten = EndpointResponse & { readonly content: UnwrittenFile };

const isUnwritten = (answer: EndpointResponse): answer is Unwritten =>
  answer.content !== undefined && "write" in answer.content;

/**
 * Returns a 304 marker instead of the file if the response is a success and the client already has this
 * version.
 */
const toNotModified = (
  { status, content }: Unwritten,
  ctx: Context,
  tags: FileTagCache,
): NotModified | undefined => {
  const written = status === 200 ? tags.find(content.key) : undefined;
  if (written === undefined) return undefined;
  const tag = knownTag(ctx, [written.tag, ...CODINGS.map((coding) => tagIn(written.tag, coding))]);
  return tag === undefined ? undefined : { isNotModified: true, tag, length: written.length };
};

interface PrepareDeps {
  readonly clock: Clock;
  readonly settings: Pick<HttpSettings, "trustProxy" | "capacities">;
  readonly arrivals: Pick<Arrivals, "passed">;
  /** Waits until a refusal may be sent; see `SharedResources`. */
  readonly inTurnOfRefusal: () => Promise<void>;
  /** Called for each request that is refused. */
  readonly onShed?: ((reason: ShedReason) => void) | undefined;
}

/**
 * Creates the preparation of responses within memory limits. If a response to a read exceeds its limit while
 * it is rendered, it is discarded together with its records. The request then waits for a permit, and the
 * response is produced again from current data. The permit ends when the response is sent or the client has
 * disconnected. Responses to writes never wait.
 */
export const createPrepare = ({
  clock,
  settings,
  arrivals,
  inTurnOfRefusal,
  onShed,
}: PrepareDeps): { readonly prepare: Prepare; readonly inListTurn: InListTurn } => {
  const large = createByteBudget({ clock, ...settings.capacities.largeAnswers, termOf });
  const medium = createByteBudget({ clock, ...settings.capacities.mediumAnswers, termOf });
  const schedule = createSchedule({
    clock,
    settings,
    arrivals,
    inTurnOfRefusal,
    onShed,
    isLargeUsed: large.isUsed,
  });
  const takeTurn = createTurns(arrivals.passed);
  const tags = createFileTagCache();

  const acquire = (weight: number, ctx: Context): Permit => {
    const budget = weight > LARGE ? large : medium;
    const client = clientNetwork(ctx.req, settings.trustProxy);
    return heldUntilEnd(
      ctx,
      budget.acquire(client, weight, () => ctx.res.destroy()),
    );
  };

  const write = async ({ content, ...answer }: Unwritten, ctx: Context): Promise<Written> => {
    const exchange = { isGone: () => isGone(ctx), onceOver: (call: () => void) => onceFinished(ctx, call) };
    return { ...answer, content: await writeFile(content, exchange, takeTurn, tags) };
  };

  const prepare: Prepare = async ({ ctx, isRead, list, make }) => {
    const isWanted = (): boolean => !isGone(ctx);

    let permit = NONE;
    let room = SMALL;
    /** Reserves memory for the response. Returns false if the response must wait for memory. */
    const hasRoom = (bytes: number): boolean => {
      if (bytes > room) {
        permit.release();
        permit = acquire(bytes, ctx);
        room = bytes;
      }
      return permit.isHeld() || !isRead;
    };

    const represent = async ({ body, content, ...answer }: Written): Promise<Prepared | undefined> => {
      if (content === undefined) {
        const made = await toRepresentation(body, hasRoom, isWanted);
        return made && { answer, representation: withRevision(made, answer.revision) };
      }
      if (isRead && !isWanted()) return undefined;
      if (!("bytes" in content)) return { answer, representation: content };
      return hasRoom(content.bytes.length) ? { answer, representation: tagged(content.bytes) } : undefined;
    };

    /**
     * Starts producing the response. The promise of the prepared response is a member of the result, so that
     * the caller need not await it. The place among the lists is then released while a large response is
     * still being rendered.
     */
    const begin = async (): Promise<StartedResponse | Unwritten | undefined> => {
      if (isRead && !isWanted()) return undefined;
      const answer = await make();
      if (!isUnwritten(answer)) return { prepared: represent(answer as Written) };
      const known = isRead ? toNotModified(answer, ctx, tags) : undefined;
      return known === undefined ? answer : { prepared: represent({ ...answer, content: known }) };
    };

    const writeBegun = async (file: Unwritten): Promise<StartedResponse | undefined> =>
      isWanted() ? { prepared: represent(await write(file, ctx)) } : undefined;

    for (;;) {
      const begun = await (list === undefined ? begin() : schedule(ctx, list, begin));
      const made =
        begun === undefined || "prepared" in begun
          ? begun
          : await schedule(ctx, "file", () => writeBegun(begun));
      const prepared = await made?.prepared;
      if (prepared !== undefined || permit.isHeld() || !isWanted()) return prepared;
      await permit.decided;
    }
  };
  return { prepare, inListTurn: (ctx, work) => schedule(ctx, "long", work) };
};
