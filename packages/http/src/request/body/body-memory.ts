import { CalendarError, type Clock, type Permit } from "@kalends/core";
import type { Context } from "koa";
import type { ByteCapacity } from "../../capacities.ts";
import { clientNetwork } from "../caller/proxy.ts";
import { onceFinished } from "../connections.ts";

/** Memory held by one body. */
export interface HeldBody {
  /** Sets the number of bytes held now. Fails this body or others if the budget is exceeded. */
  hold(bytes: number): void;
  /**
   * Marks the body as complete: it is not failed any more and needs no extra memory. `permit` covers the work that
   * follows and is released with the bytes.
   */
  finish(permit?: Permit): void;
  /** Releases its bytes; a second call does nothing. */
  release(): void;
}

/**
 * Memory budget for request bodies, from their first byte until the response is made or the client has
 * disconnected.
 * Each client network may use a part of it. If a network exceeds its part, one of its bodies fails; if the whole
 * budget is exceeded, a body of the heaviest network fails. The growing body fails itself, unless it is small or
 * far lighter than others; else the network's heaviest incomplete body fails. Weight is bytes times the time since
 * the first byte: slow senders fail before fast ones. A failing body gets `rest_storage_unavailable`. So one client
 * cannot block others, and small bodies are accepted before large ones.
 */
export interface BodyBudget {
  /**
   * Opens the account of the one body of a request. `besides` is the number of extra bytes that it needs until it
   * is complete.
   */
  open(ctx: RequestPair, fail: (error: CalendarError) => void, extraBytes?: number): HeldBody;
  /** Releases the body of a request whose response is made and needs nothing of the body any more. */
  answered(ctx: Pick<RequestPair, "req">): void;
}

/** Budgets for request bodies, shared by everything that a calendar answers. */
export interface BodyBudgets {
  /** For bodies without the files in them. */
  readonly bodies: BodyBudget;
  /** For files in forms, and images as bodies. */
  readonly files: BodyBudget;
  /** For bodies that plugin routes read as they arrive, such as iCalendar files. */
  readonly contents: BodyBudget;
}

type RequestPair = Pick<Context, "req" | "res">;

/**
 * Capacity for all bodies, and for one client network. Complete bodies count as well, although they are never
 * failed.
 */
interface BodyBudgetDeps extends ByteCapacity {
  /** Monotonic clock. */
  readonly clock: Clock;
  readonly trustProxy: number;
  /** Called with each body that is failed. */
  readonly onShed?: (() => void) | undefined;
}

interface Entry {
  readonly network: string;
  readonly fail: (error: CalendarError) => void;
  /** Time of the first byte, in milliseconds of the budget's clock. */
  readonly since: number;
  /** Bytes held, including the extra bytes `besides`. */
  bytes: number;
  extraBytes: number;
  permit: Permit | undefined;
  /** True if its bytes are released; it gets no more. */
  isOver: boolean;
  /** Stops waiting for the end of the response. */
  stop: () => void;
}

interface Network {
  bytes: number;
  /** Sum over all bytes of the `since` of their body. */
  bytesSince: number;
  /** Bodies that are incomplete. */
  readonly receiving: Set<Entry>;
}

/** Approximate memory of a waiting chunk besides its bytes: senders can send chunks of single bytes. */
export const CHUNK: number = 512;

/**
 * Size in bytes up to which a body is small, as most are. Larger bodies are refused early, before many of their
 * bytes are read in vain.
 */
const SMALL = 16 * 1024;

/**
 * Share of the heaviest body's weight above which the growing body counts as similar and fails itself: its chunk
 * was just read.
 */
const SIMILAR = 1 / 2;

/** Minimum age of a body in milliseconds: among equally new bodies, the largest is the heaviest. */
const SHORTEST = 1_000;

/** Returns the bytes of the body without its extra bytes. */
const sizeOf = ({ bytes, extraBytes }: Entry): number => bytes - extraBytes;

/** Creates the budget. Source: rules/interface.md#body-memory. */
export const createBodyBudget = ({
  capacity,
  perKey,
  clock,
  trustProxy,
  onShed,
}: BodyBudgetDeps): BodyBudget => {
  /** Networks that hold bytes. */
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

  /** Returns the network that must release memory now. */
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

  /** Returns the body of a network that must fail. */
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
      // The request's key holds a reference to the body.
      entries.delete(req);
      releaseEntry(entry);
    },
  };
};
