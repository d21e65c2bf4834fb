import { CalendarError, type Clock, type Permit } from "@kalends/core";
import type { Context } from "koa";
import type { ByteCapacity } from "../../capacities.ts";
import { clientNetwork } from "../caller/proxy.ts";
import { onceOver } from "../connections.ts";

/** What is in memory of one body. */
export interface HeldBody {
  /** Says how many bytes that are by now. Fails the body, or others, where that is more than there is room for. */
  hold(bytes: number): void;
  /**
   * It has come whole, does not give way any more, and takes nothing besides. `permit`: of the work that follows, released with the bytes.
   */
  settle(permit?: Permit): void;
  /** Gives its bytes back; a second call does nothing. */
  release(): void;
}

/**
 * Room for the bodies of requests, from their first byte until the answer is made or the client has gone. A client network may have a
 * part of it. Where that, or all of it, is full, the network gives way, or the one that weighs most: its own body that grows, unless that
 * is small or weighs far less than others, else its heaviest one that is still on its way. Weight is bytes times the time since the first
 * one: slow senders give way to fast ones. What gives way fails with `rest_storage_unavailable`. So one client keeps no other out, and
 * small bodies get in before large ones.
 */
export interface BodyBudget {
  /** For the one body of a request. `besides`: bytes that it takes until it has come whole, besides those of the body. */
  open(ctx: RequestPair, fail: (error: CalendarError) => void, besides?: number): HeldBody;
  /** The answer to a request is made, and nothing of its body is needed to send it. */
  answered(ctx: Pick<RequestPair, "req">): void;
}

/** Room for what requests bring, once for all that a calendar answers. */
export interface BodyBudgets {
  /** For bodies but the files in them. */
  readonly bodies: BodyBudget;
  /** For files: of forms, and images as bodies. */
  readonly files: BodyBudget;
  /** For bodies that routes of plugins read as they arrive, such as calendars. */
  readonly contents: BodyBudget;
}

type RequestPair = Pick<Context, "req" | "res">;

/** The capacity is that of all bodies, and of a client network: also of what has come whole, which gives no way. */
interface BodyBudgetDeps extends ByteCapacity {
  /** One that is never set. */
  readonly clock: Clock;
  readonly trustProxy: number;
  /** Called with each body that gives way. */
  readonly onShed?: (() => void) | undefined;
}

interface Entry {
  readonly network: string;
  readonly fail: (error: CalendarError) => void;
  /** Milliseconds, on the clock of the budget. */
  readonly since: number;
  /** What it holds, with what it takes besides. */
  bytes: number;
  besides: number;
  permit: Permit | undefined;
  /** It has given its bytes back and gets no more. */
  isOver: boolean;
  /** Waits no more for the end of the answer. */
  stop: () => void;
}

interface Network {
  bytes: number;
  /** Each byte times the `since` of its body, added up. */
  bytesSince: number;
  /** Bodies that are still on their way. */
  readonly coming: Set<Entry>;
}

/** What a piece of a body takes besides its bytes, about, while it waits for the others: senders can make pieces of single bytes. */
export const PIECE: number = 512;

/** Bytes of what is small, as most bodies are. Larger ones are refused early: what has been read of them was read in vain. */
const SMALL = 16 * 1024;

/** Weight of the heaviest body that is being received. A heavier body gives way just as well, and has just been read. */
const SIMILAR = 1 / 2;

/** Milliseconds that each body has lasted at least: of what is as new as others, the largest weighs most. */
const SHORTEST = 1_000;

/** Of the body alone. */
const sizeOf = ({ bytes, besides }: Entry): number => bytes - besides;

/** Source: rules/interface.md#body-memory. */
export const createBodyBudget = ({
  capacity,
  perKey,
  clock,
  trustProxy,
  onShed,
}: BodyBudgetDeps): BodyBudget => {
  /** Only those that hold something. */
  const networks = new Map<string, Network>();
  const entries = new WeakMap<RequestPair["req"], Entry>();
  let used = 0;

  const setBytes = (entry: Entry, bytes: number): void => {
    const more = bytes - entry.bytes;
    const network = networks.get(entry.network) ?? { bytes: 0, bytesSince: 0, coming: new Set() };
    entry.bytes = bytes;
    network.bytes += more;
    network.bytesSince += more * entry.since;
    used += more;
    if (network.bytes === 0) networks.delete(entry.network);
    else networks.set(entry.network, network);
  };

  const forget = (entry: Entry): void => {
    entry.isOver = true;
    entry.stop();
    networks.get(entry.network)?.coming.delete(entry);
    setBytes(entry, 0);
    entry.permit?.release();
  };

  const weightOf = ({ since }: Entry, bytes: number): number => bytes * (clock.now() - since + SHORTEST);
  const weightOfNetwork = ({ bytes, bytesSince }: Network): number =>
    bytes * (clock.now() + SHORTEST) - bytesSince;

  /** The network that is to give way now. */
  const findGiving = (own: Network | undefined): Network | undefined => {
    if (own !== undefined && own.bytes > perKey) return own;
    if (used <= capacity) return undefined;
    let [heaviest, most]: [Network | undefined, number] = [undefined, 0];
    for (const network of networks.values()) {
      const weight = network.coming.size > 0 ? weightOfNetwork(network) : 0;
      if (weight > most) [heaviest, most] = [network, weight];
    }
    return heaviest;
  };

  /** The body of a network that is to give way. */
  const findHeaviest = ({ coming }: Network, growing: Entry): Entry | undefined => {
    let [heaviest, most]: [Entry | undefined, number] = [undefined, 0];
    for (const entry of coming) {
      const weight = weightOf(entry, entry.bytes);
      if (weight > most) [heaviest, most] = [entry, weight];
    }
    if (heaviest === undefined || !coming.has(growing)) return heaviest;
    const size = sizeOf(growing);
    const isSimilar = weightOf(growing, size) > weightOf(heaviest, sizeOf(heaviest)) * SIMILAR;
    return size > SMALL && isSimilar ? growing : heaviest;
  };

  const makeRoomFor = (growing: Entry): void => {
    for (;;) {
      const network = findGiving(networks.get(growing.network));
      const giving = network && findHeaviest(network, growing);
      if (giving === undefined) return;
      forget(giving);
      onShed?.();
      giving.fail(new CalendarError("rest_storage_unavailable"));
    }
  };

  return {
    open({ req, res }, fail, besides = 0) {
      const network = clientNetwork(req, trustProxy);
      const entry: Entry = {
        ...{ network, fail, since: clock.now(), bytes: 0, besides, permit: undefined },
        ...{ isOver: false, stop: () => {} },
      };
      const release = (): void => forget(entry);
      entries.set(req, entry);
      entry.stop = onceOver({ req, res }, release);
      return {
        hold(bytes) {
          if (entry.isOver) return;
          const before = entry.bytes;
          setBytes(entry, bytes + besides);
          if (entry.bytes > 0) networks.get(entry.network)?.coming.add(entry);
          if (entry.bytes > before) makeRoomFor(entry);
        },
        settle(permit) {
          networks.get(entry.network)?.coming.delete(entry);
          if (!entry.isOver) setBytes(entry, entry.bytes - entry.besides);
          entry.besides = 0;
          entry.permit = permit;
          if (entry.isOver) permit?.release();
        },
        release,
      };
    },
    answered({ req }) {
      const entry = entries.get(req);
      if (entry === undefined) return;
      // It knows the body.
      entries.delete(req);
      forget(entry);
    },
  };
};
