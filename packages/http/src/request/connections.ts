import type { IncomingMessage, ServerResponse } from "node:http";
import { setImmediate as nextEvent } from "node:timers/promises";
import type { Permit } from "@kalends/core";
import type { Context } from "koa";

type RequestPair = Pick<Context, "req" | "res">;

/**
 * Returns the connection of a request if that connection sends one response at a time. Returns `undefined`
 * for HTTP/2, whose streams are independent.
 */
const ownSocket = ({ httpVersionMajor, socket }: IncomingMessage): IncomingMessage["socket"] | undefined =>
  httpVersionMajor < 2 ? socket : undefined;

/** True if the client has disconnected, so that it cannot receive the response. */
export const isGone = ({ req, res }: RequestPair): boolean =>
  res.destroyed || ownSocket(req)?.destroyed === true;

/** Prevents Koa from sending a response, because the client has disconnected. */
export const disableResponse = (ctx: Pick<Context, "respond">): void => {
  ctx.respond = false;
};

/**
 * Callbacks for the end of each response. A single listener runs all of them, because Node warns of a memory
 * leak if a response has many listeners.
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
 * Calls `call` once when the response is sent or its connection is closed. Calls it immediately if this has
 * already happened. Returns a function that cancels the call. The package `on-finished` is not used: it does
 * not report the end of a response that waits behind others on its connection.
 */
export const onceFinished = ({ req, res }: RequestPair, call: () => void): (() => void) => {
  if (res.writableFinished || isGone({ req, res })) {
    call();
    return () => {};
  }
  const calls = watched.get(res) ?? watchEnd(res, ownSocket(req));
  // A new function, because callers may pass the same function twice and a set would store it only once.
  const own = (): void => call();
  calls.add(own);
  return () => void calls.delete(own);
};

/** Releases a permit when the response is sent or the client has disconnected. Returns the permit. */
export const heldUntilEnd = (exchange: RequestPair, permit: Permit): Permit => {
  onceFinished(exchange, permit.release);
  return permit;
};

/** Resolves when the response can accept more data within Node's buffer limit, or has ended. */
export const untilDrained = async ({ req, res }: RequestPair): Promise<void> => {
  // A chunk from a pipe is written only after its source is read again, which is a later event.
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
  /** Callbacks of requests that wait for their turn; absent until a request waits. */
  waiting?: Set<() => void>;
}

/**
 * Creates a function that waits until the earlier requests on the same connection are answered. It returns
 * `undefined` if the request need not wait. Therefore, a client that sends many requests without reading
 * responses cannot fill the memory. Hosts may pass requests to it in another order, or the same request
 * several times with other URLs. `onFirst`: called with the first request of each connection.
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

  /** Adds one listener for all waiting requests of a connection, because thousands may wait. */
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
      // Node assigns the socket to a response after sending the earlier responses on the connection.
      res.once("socket", resume);
    });
  };
};
