import { CalendarError } from "@kalends/core";
import type { Context } from "koa";
import { onceOver } from "../../response/sending/connections.ts";
import { clientNetwork } from "../caller/proxy.ts";

/** What is in memory of one body. */
export interface HeldBody {
  /** Says how many bytes that are by now. Fails the body, or others, where that is more than there is room for. */
  hold(bytes: number): void;
  /** It has come whole, does not give way any more, and takes nothing besides. */
  settle(): void;
  /** Gives its bytes back; a second call does nothing. */
  release(): void;
}

/**
 * Room for the bodies of requests, from their first byte until the answer is made or the client has gone. A client network may have a
 * quarter of it. Where that, or all of it, is full, the network gives way, or the one that holds most: its own body that grows, unless that
 * is small or far smaller than others, else its largest one that is still on its way. What gives way fails with `rest_storage_unavailable`.
 * So one client keeps no other out, and small bodies get in before large ones.
 */
export interface BodyBudget {
  /** For the one body of a request. `besides`: bytes that it takes until it has come whole, besides those of the body. */
  open(ctx: RequestPair, fail: (error: CalendarError) => void, besides?: number): HeldBody;
  /** The answer to a request is made, and nothing of its body is needed to send it. */
  answered(ctx: Pick<RequestPair, "req">): void;
}

type RequestPair = Pick<Context, "req" | "res">;

interface BodyBudgetDeps {
  /** Bytes of all bodies together. */
  readonly capacity: number;
  readonly trustProxy: number;
  /** Called with each body that gives way. */
  readonly onShed?: (() => void) | undefined;
}

interface Entry {
  readonly network: string;
  readonly fail: (error: CalendarError) => void;
  /** What it holds, with what it takes besides. */
  bytes: number;
  besides: number;
  /** It has given its bytes back and gets no more. */
  isOver: boolean;
  /** Waits no more for the end of the answer. */
  stop: () => void;
}

interface Network {
  bytes: number;
  /** Bodies that are still on their way. */
  readonly coming: Set<Entry>;
}

/** What a piece of a body takes besides its bytes, about, while it waits for the others: senders can make pieces of single bytes. */
export const PIECE: number = 512;

/** Bytes of what is small, as most bodies are. Larger ones are refused early: what has been read of them was read in vain. */
const SMALL = 16 * 1024;

/** Of the largest body on its way: what is larger is as good a one to give way, and has just been read. */
const SIMILAR = 1 / 2;

/** Of all room, for one client network: also what has come whole, which gives no way. */
const SHARE = 1 / 4;

/** Where bodies are longer than usual, there is room for as many of the longest. */
const [LEAST, LONGEST] = [64 * 1024 * 1024, 16];

/** How many bytes all bodies may have together where one may have so many. Source: rules/interface.md#body-memory. */
export const toBodyCapacity = (bodyLimit: number): number => Math.max(LEAST, LONGEST * bodyLimit);

/** Of the body alone. */
const sizeOf = ({ bytes, besides }: Entry): number => bytes - besides;

/** Source: rules/interface.md#body-memory. */
export const createBodyBudget = ({ capacity, trustProxy, onShed }: BodyBudgetDeps): BodyBudget => {
  /** Only those that hold something. */
  const networks = new Map<string, Network>();
  const entries = new WeakMap<RequestPair["req"], Entry>();
  let used = 0;

  const setBytes = (entry: Entry, bytes: number): void => {
    const more = bytes - entry.bytes;
    const network = networks.get(entry.network) ?? { bytes: 0, coming: new Set() };
    entry.bytes = bytes;
    network.bytes += more;
    used += more;
    if (network.bytes === 0) networks.delete(entry.network);
    else networks.set(entry.network, network);
  };

  const forget = (entry: Entry): void => {
    entry.isOver = true;
    entry.stop();
    networks.get(entry.network)?.coming.delete(entry);
    setBytes(entry, 0);
  };

  /** The network that is to give way now. */
  const findGiving = (own: Network | undefined): Network | undefined => {
    if (own !== undefined && own.bytes > capacity * SHARE) return own;
    if (used <= capacity) return undefined;
    let most: Network | undefined;
    for (const network of networks.values())
      if (network.coming.size > 0 && network.bytes > (most?.bytes ?? 0)) most = network;
    return most;
  };

  /** The body of a network that is to give way. */
  const findLargest = ({ coming }: Network, growing: Entry): Entry | undefined => {
    let largest: Entry | undefined;
    for (const entry of coming) if (entry.bytes > (largest?.bytes ?? 0)) largest = entry;
    if (largest === undefined || !coming.has(growing)) return largest;
    const size = sizeOf(growing);
    return size > SMALL && size > sizeOf(largest) * SIMILAR ? growing : largest;
  };

  const makeRoomFor = (growing: Entry): void => {
    for (;;) {
      const network = findGiving(networks.get(growing.network));
      const giving = network && findLargest(network, growing);
      if (giving === undefined) return;
      forget(giving);
      onShed?.();
      giving.fail(new CalendarError("rest_storage_unavailable"));
    }
  };

  return {
    open({ req, res }, fail, besides = 0) {
      const network = clientNetwork(req, trustProxy);
      const entry: Entry = { network, fail, bytes: 0, besides, isOver: false, stop: () => {} };
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
        settle() {
          networks.get(entry.network)?.coming.delete(entry);
          if (!entry.isOver) setBytes(entry, entry.bytes - entry.besides);
          entry.besides = 0;
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
