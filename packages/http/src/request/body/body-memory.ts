import { CalendarError, type Clock, type Permit } from "@kalends/core";
import type { Context } from "koa";
import type { ByteCapacity } from "../../capacities.ts";
import { clientNetwork } from "../caller/proxy.ts";
import { onceFinished } from "../connections.ts";

/** Memory that one request body uses. */
export interface HeldBody {
  /**
   * Sets the number of bytes that the body uses now. If the budget is exceeded, makes this body or others
   * fail.
   */
  hold(bytes: number): void;
  /**
   * Marks the body as complete: it cannot fail any more. Releases its extra memory. `permit`: permit for the
   * work that follows, which is released together with the bytes.
   */
  finish(permit?: Permit): void;
  /** Releases the bytes. A second call does nothing. */
  release(): void;
}

/**
 * Memory budget for request bodies. A body counts from its first byte until the response is produced or the
 * client has disconnected. Each client network may use a part of the budget. The weight of a body is its
 * bytes multiplied by the time since its first byte, so slow senders fail before fast ones.
 *
 * If a network exceeds its part, one of its bodies fails. If all bodies exceed the budget, a body of the
 * heaviest network fails. If the growing body belongs to that network, it fails itself, except if it is small
 * or much lighter than another. Otherwise, the heaviest incomplete body of the network fails. A failing body
 * gets `rest_storage_unavailable`.
 *
 * Therefore, one client cannot block others, and small bodies are accepted before large ones.
 */
export interface BodyBudget {
  /**
   * Starts counting the body of a request. `fail`: called if the body must fail. `extraBytes`: bytes that it
   * needs in addition until it is complete.
   */
  open(ctx: RequestPair, fail: (error: CalendarError) => void, extraBytes?: number): HeldBody;
  /** Releases the body of a request whose response is produced and no longer needs the body. */
  answered(ctx: Pick<RequestPair, "req">): void;
}

/** Memory budgets for request bodies, which all parts of a calendar share. */
export interface BodyBudgets {
  /** Budget for bodies, without the files that they contain. */
  readonly bodies: BodyBudget;
  /** Budget for files in forms, and for images that are sent as a body. */
  readonly files: BodyBudget;
  /** Budget for bodies that plugin routes read as a stream, such as iCalendar files. */
  readonly contents: BodyBudget;
}

type RequestPair = Pick<Context, "req" | "res">;

/**
 * Maximum number of bytes of all bodies, and of the bodies of one client network. Complete bodies count too,
 * although they cannot fail any more.
 */
interface BodyBudgetDeps extends ByteCapacity {
  /** Monotonic clock, which changes of the system time do not affect. */
  readonly clock: Clock;
  readonly trustProxy: number;
  /** Called for each body that fails because of the budget. */
  readonly onShed?: (() => void) | undefined;
}

interface Entry {
  readonly network: string;
  readonly fail: (error: CalendarError) => void;
  /** Time of the first byte, in milliseconds of the budget's clock. */
  readonly since: number;
  /** Bytes in use, including `extraBytes`. */
  bytes: number;
  extraBytes: number;
  permit: Permit | undefined;
  /** True if the bytes are released, so that no more bytes are counted. */
  isOver: boolean;
  /** Stops listening for the end of the response. */
  stop: () => void;
}

interface Network {
  bytes: number;
  /**
   * Sum of `bytes * since` over all bodies of the network, from which the weight of the network is computed.
   */
  bytesSince: number;
  /** Incomplete bodies of the network. */
  readonly receiving: Set<Entry>;
}

/**
 * Approximate memory in bytes of a waiting chunk, in addition to its contents. It counts because senders can
 * send chunks of a single byte.
 */
export const CHUNK: number = 512;

/**
 * Maximum size in bytes of a small body. If the budget is exceeded, a small growing body does not fail in
 * place of the heaviest body; a larger one may (see `SIMILAR`). A large body that must fail then fails early,
 * before many of its bytes are read in vain.
 */
const SMALL = 16 * 1024;

/**
 * Share of the weight (see `BodyBudget`) of the heaviest body. If the growing body weighs more than this
 * share, it fails instead of the heaviest body, because its chunk was just read. Small bodies are exempt.
 */
const SIMILAR = 1 / 2;

/**
 * Milliseconds added to the age of each body. Therefore, the largest of several new bodies is the heaviest.
 */
const SHORTEST = 1_000;

/** Returns the bytes in use by a body without its extra bytes. */
const sizeOf = ({ bytes, extraBytes }: Entry): number => bytes - extraBytes;

/** Creates a memory budget for request bodies. Source: rules/interface.md#body-memory. */
export const createBodyBudget = ({
  capacity,
  perKey,
  clock,
  trustProxy,
  onShed,
}: BodyBudgetDeps): BodyBudget => {
  /** Client networks whose bodies use memory. */
  const networks = new Map<string, Network>();
  const entries = new WeakMap<RequestPair["req"], Entry>();
  let used = 0;

  const setBytes = (entry: Entry, bytes: number): void => {
    const more = bytes - entry.bytes;
    const network = networks.get(entry.network) ?? { bytes: 0, bytesSince: 0, receiving: new Set() };
    entry.bytes = bytes;
    network.bytes += more;
    network.bytesSince += more * entry.since;
    used += more;
    if (network.bytes === 0) networks.delete(entry.network);
    else networks.set(entry.network, network);
  };

  const releaseEntry = (entry: Entry): void => {
    entry.isOver = true;
    entry.stop();
    networks.get(entry.network)?.receiving.delete(entry);
    setBytes(entry, 0);
    entry.permit?.release();
  };

  const weightOf = ({ since }: Entry, bytes: number): number => bytes * (clock.now() - since + SHORTEST);
  const weightOfNetwork = ({ bytes, bytesSince }: Network): number =>
    bytes * (clock.now() + SHORTEST) - bytesSince;

  /** Returns the client network that must release memory; `undefined` if the budget is not exceeded. */
  const findGiving = (own: Network | undefined): Network | undefined => {
    if (own !== undefined && own.bytes > perKey) return own;
    if (used <= capacity) return undefined;
    let [heaviest, most]: [Network | undefined, number] = [undefined, 0];
    for (const network of networks.values()) {
      const weight = network.receiving.size > 0 ? weightOfNetwork(network) : 0;
      if (weight > most) [heaviest, most] = [network, weight];
    }
    return heaviest;
  };

  /** Returns the body of a client network that must fail; `undefined` if all its bodies are complete. */
  const findHeaviest = ({ receiving }: Network, growing: Entry): Entry | undefined => {
    let [heaviest, most]: [Entry | undefined, number] = [undefined, 0];
    for (const entry of receiving) {
      const weight = weightOf(entry, entry.bytes);
      if (weight > most) [heaviest, most] = [entry, weight];
    }
    if (heaviest === undefined || !receiving.has(growing)) return heaviest;
    const size = sizeOf(growing);
    const isSimilar = weightOf(growing, size) > weightOf(heaviest, sizeOf(heaviest)) * SIMILAR;
    return size > SMALL && isSimilar ? growing : heaviest;
  };

  const makeRoomFor = (growing: Entry): void => {
    for (;;) {
      const network = findGiving(networks.get(growing.network));
      const giving = network && findHeaviest(network, growing);
      if (giving === undefined) return;
      releaseEntry(giving);
      onShed?.();
      giving.fail(new CalendarError("rest_storage_unavailable"));
    }
  };

  return {
    open({ req, res }, fail, extraBytes = 0) {
      const network = clientNetwork(req, trustProxy);
      const entry: Entry = {
        ...{ network, fail, since: clock.now(), bytes: 0, extraBytes, permit: undefined },
        ...{ isOver: false, stop: () => {} },
      };
      const release = (): void => releaseEntry(entry);
      entries.set(req, entry);
      entry.stop = onceFinished({ req, res }, release);
      return {
        hold(bytes) {
          if (entry.isOver) return;
          const before = entry.bytes;
          setBytes(entry, bytes + extraBytes);
          if (entry.bytes > 0) networks.get(entry.network)?.receiving.add(entry);
          if (entry.bytes > before) makeRoomFor(entry);
        },
        finish(permit) {
          networks.get(entry.network)?.receiving.delete(entry);
          if (!entry.isOver) setBytes(entry, entry.bytes - entry.extraBytes);
          entry.extraBytes = 0;
          entry.permit = permit;
          if (entry.isOver) permit?.release();
        },
        release,
      };
    },
    answered({ req }) {
      const entry = entries.get(req);
      if (entry === undefined) return;
      // The entry references the body, and its key, the request, stays in memory for longer.
      entries.delete(req);
      releaseEntry(entry);
    },
  };
};
