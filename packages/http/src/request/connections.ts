import type { IncomingMessage, ServerResponse } from "node:http";
import { setImmediate as nextEvent } from "node:timers/promises";
import type { Permit } from "@kalends/core";
import type { Context } from "koa";

type RequestPair = Pick<Context, "req" | "res">;

/**
 * Returns the connection of a request if it carries one response at a time; `undefined` for HTTP/2, whose streams
 * are independent.
 */
const ownSocket = ({ httpVersionMajor, socket }: IncomingMessage): IncomingMessage["socket"] | undefined =>
  httpVersionMajor < 2 ? socket : undefined;

/** True if the client has disconnected and cannot receive the response. */
export const isGone = ({ req, res }: RequestPair): boolean =>
  res.destroyed || ownSocket(req)?.destroyed === true;

/** Makes Koa send no response, for clients that have disconnected. */
export const disableResponse = (ctx: Pick<Context, "respond">): void => {
  ctx.respond = false;
};

/**
 * Callbacks for the end of each response. One listener runs all of them: Node warns of a leak if one response has
 * many listeners.
 */
const watched = new WeakMap<ServerResponse, Set<() => void>>();

const watchEnd = (res: ServerResponse, socket: IncomingMessage["socket"] | undefined): Set<() => void> => {
  const calls = new Set<() => void>();
  const over = (): void => {
    res.off("close", over);
    socket?.off("close", over);
    watched.delete(res);
    for (const call of calls) {
      calls.delete(call);
      call();
    }
  };
  res.once("close", over);
  socket?.once("close", over);
  watched.set(res, calls);
  return calls;
};

/**
 * Calls once when the response is sent or its connection is closed; at once if this has already happened. Returns a
 * function that cancels the call. `on-finished` does not report the end of a response that waits behind others on
 * its connection.
 */
export const onceFinished = ({ req, res }: RequestPair, call: () => void): (() => void) => {
  if (res.writableFinished || isGone({ req, res })) {
    call();
    return () => {};
  }
  const calls = watched.get(res) ?? watchEnd(res, ownSocket(req));
  // The same function may be passed twice.
  const own = (): void => call();
  calls.add(own);
  return () => void calls.delete(own);
};

/** Releases a permit when the response is sent or the client has disconnected. Returns the permit. */
export const heldUntilEnd = (exchange: RequestPair, permit: Permit): Permit => {
  onceFinished(exchange, permit.release);
  return permit;
};

/** Resolves when the response can accept more data without buffering beyond Node's own limit, or has ended. */
export const untilDrained = async ({ req, res }: RequestPair): Promise<void> => {
  // A piped chunk is written only after its source was read again.
  await nextEvent();
  if (!res.writableNeedDrain) return;
  await new Promise<void>((resolve) => {
    const stopWatching = onceFinished({ req, res }, resolve);
    res.once("drain", () => {
      stopWatching();
      resolve();
    });
  });
};

interface Connection {
  /** Callbacks of requests that wait for their turn; absent until one waits. */
  waiting?: Set<() => void>;
}

/**
 * Returns a function that waits until earlier requests on the same connection are answered; it returns `undefined`
 * if there is nothing to wait for. Thus a client that sends many requests and reads no response cannot fill the
 * memory. Hosts may pass requests in another order, or the same request several times with other addresses.
 * `onFirst` is called with the first request of each connection.
 */
export const createConnectionQueue = (
  onFirst: () => void,
): ((exchange: RequestPair) => Promise<void> | undefined) => {
  const connections = new WeakMap<IncomingMessage["socket"], Connection>();

  const enter = (socket: IncomingMessage["socket"]): Connection => {
    const connection = {};
    connections.set(socket, connection);
    onFirst();
    return connection;
  };

  /** Adds one listener for all waiting requests of a connection: thousands may wait. */
  const watch = (socket: IncomingMessage["socket"]): Set<() => void> => {
    const waiting = new Set<() => void>();
    socket.once("close", () => {
      for (const resume of waiting) resume();
    });
    return waiting;
  };

  return ({ req, res }) => {
    const socket = ownSocket(req);
    if (socket === undefined) return undefined;
    const connection = connections.get(socket) ?? enter(socket);
    if (res.socket !== null || isGone({ req, res })) return undefined;
    connection.waiting ??= watch(socket);
    const { waiting } = connection;
    return new Promise((resolve) => {
      const resume = (): void => {
        waiting.delete(resume);
        resolve();
      };
      waiting.add(resume);
      // Node assigns the socket to a response after the earlier responses on the connection are sent.
      res.once("socket", resume);
    });
  };
};
