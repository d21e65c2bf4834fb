import { CalendarError } from "@kalends/core";
import type { Context } from "koa";
import { onceOver } from "../../response/sending/connections.ts";
import { clientNetwork } from "../caller/proxy.ts";

/** What is in memory of one body. */
export interface HeldBody {
  /** Says how many bytes that are by now. Fails the body, or others, where that is more than there is room for. */
  hold(bytes: number): void;
  /** It has come whole, and does not give way any more. */
  settle(): void;
  /** Gives its bytes back; a second call does nothing. */
  release(): void;
}

/**
 * Room for the bodies of requests, from their first byte until the request is answered or its client has gone. A client network may have a
 * quarter of it. Where that, or all of it, is full, the network gives way, or the one that holds most: its own body that grows, unless that
 * is small, else its largest one that is still on its way. What gives way fails with `rest_storage_unavailable`. So one client keeps no other
 * out, and small bodies get in before large ones.
 */
export interface BodyBudget {
  open(ctx: Pick<Context, "req" | "res">, fail: (error: CalendarError) => void): HeldBody;
}

interface BodyBudgetDeps {
  /** Bytes of all bodies together. */
  readonly capacity: number;
  readonly trustProxy: boolean;
  /** Called with each body that gives way. */
  readonly onShed?: (() => void) | undefined;
}

interface Entry {
  readonly network: string;
  readonly fail: (error: CalendarError) => void;
  bytes: number;
  /** It has given its bytes back and gets no more. */
  isOver: boolean;
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

/** Of all room, for one client network: also what has come whole, which gives no way. */
const SHARE = 1 / 4;

/** Where bodies are longer than usual, there is room for as many of the longest. */
const [LEAST, LONGEST] = [64 * 1024 * 1024, 16];

/** How many bytes all bodies may have together where one may have so many. Source: rules/interface.md#body-memory. */
export const toBodyCapacity = (bodyLimit: number): number => Math.max(LEAST, LONGEST * bodyLimit);

/** Source: rules/interface.md#body-memory. */
export const createBodyBudget = ({ capacity, trustProxy, onShed }: BodyBudgetDeps): BodyBudget => {
  /** Only those that hold something. */
  const networks = new Map<string, Network>();
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

  const largestOf = (coming: Iterable<Entry>): Entry | undefined => {
    let largest: Entry | undefined;
    for (const entry of coming) if (entry.bytes > (largest?.bytes ?? 0)) largest = entry;
    return largest;
  };

  const makeRoomFor = (growing: Entry): void => {
    for (;;) {
      const own = networks.get(growing.network);
      const network = findGiving(own);
      const giving = network === own && growing.bytes > SMALL ? growing : largestOf(network?.coming ?? []);
      if (network === undefined || giving === undefined) return;
      forget(giving);
      onShed?.();
      giving.fail(new CalendarError("rest_storage_unavailable"));
    }
  };

  return {
    open({ req, res }, fail) {
      const entry: Entry = { network: clientNetwork(req, trustProxy), fail, bytes: 0, isOver: false };
      const release = (): void => forget(entry);
      onceOver({ req, res }, release);
      return {
        hold(bytes) {
          if (entry.isOver) return;
          const isMore = bytes > entry.bytes;
          setBytes(entry, bytes);
          if (bytes > 0) networks.get(entry.network)?.coming.add(entry);
          if (isMore) makeRoomFor(entry);
        },
        settle: () => void networks.get(entry.network)?.coming.delete(entry),
        release,
      };
    },
  };
};
