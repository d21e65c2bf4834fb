import type { IncomingMessage, ServerResponse } from "node:http";
import { setImmediate as nextEvent } from "node:timers/promises";
import type { Permit } from "@kalends/core";
import type { Context } from "koa";

type RequestPair = Pick<Context, "req" | "res">;

/** The connection of a request, where it carries one answer at a time: streams of HTTP/2 go their own ways. */
const ownSocket = ({ httpVersionMajor, socket }: IncomingMessage): IncomingMessage["socket"] | undefined =>
  httpVersionMajor < 2 ? socket : undefined;

/** Whether the client has gone and cannot take the answer. */
export const isGone = ({ req, res }: RequestPair): boolean =>
  res.destroyed || ownSocket(req)?.destroyed === true;

/** For clients that have gone. */
export const leaveUnanswered = (ctx: Pick<Context, "respond">): void => {
  ctx.respond = false;
};

/** Of each response, what is to be called; one listener for all, for many of one response would pass for a leak. */
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
 * Calls once when the answer is sent or its connection is gone; at once when that has happened already. `on-finished` does not
 * notice it for an answer that waits behind others on its connection. Answers how to stop that.
 */
export const onceOver = ({ req, res }: RequestPair, call: () => void): (() => void) => {
  if (res.writableFinished || isGone({ req, res })) {
    call();
    return () => {};
  }
  const calls = watched.get(res) ?? watchEnd(res, ownSocket(req));
  // The same may be asked for twice.
  const own = (): void => call();
  calls.add(own);
  return () => void calls.delete(own);
};

/** A permit that is given back when the answer is sent, or the client has gone. */
export const heldUntilOver = (exchange: RequestPair, permit: Permit): Permit => {
  onceOver(exchange, permit.release);
  return permit;
};

/** Resolves when the response may be written to without more waiting in this process than Node's own bound, or is over. */
export const untilTaken = async ({ req, res }: RequestPair): Promise<void> => {
  // A piped chunk is written after its source was read again.
  await nextEvent();
  if (!res.writableNeedDrain) return;
  await new Promise<void>((resolve) => {
    const stopWatching = onceOver({ req, res }, resolve);
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
 * Waits until the requests that came before on the same connection are answered, so that a client that sends many at once
 * and reads nothing cannot make us hold many answers; `undefined` where there is nothing to wait for. Hosts may hand over requests in
 * another order than they came in, and the same one several times, each time at another address. `onFirst` is called with the first
 * request of each connection.
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

  /** One listener for all of them: thousands may wait. */
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
      // Node gives a response its socket once those before it on the connection are sent.
      res.once("socket", resume);
    });
  };
};
