import type { IncomingMessage, ServerResponse } from "node:http";
import type { Context } from "koa";

/** The connection of a request, where it carries one answer at a time: streams of HTTP/2 go their own ways. */
const ownSocket = ({ httpVersionMajor, socket }: IncomingMessage): IncomingMessage["socket"] | undefined =>
  httpVersionMajor < 2 ? socket : undefined;

/** Whether nobody is there any more to take the answer. */
export const isGone = ({ req, res }: Pick<Context, "req" | "res">): boolean =>
  res.destroyed || ownSocket(req)?.destroyed === true;

/** Calls once when the answer is sent or its connection is gone; at once when that has happened already. */
export const onceOver = ({ req, res }: Pick<Context, "req" | "res">, call: () => void): void => {
  if (res.writableFinished || isGone({ req, res })) {
    call();
    return;
  }
  // An answer that waits behind others on its connection does not hear of the end of this.
  const socket = ownSocket(req);
  const over = (): void => {
    res.off("close", over);
    socket?.off("close", over);
    call();
  };
  res.once("close", over);
  socket?.once("close", over);
};

/**
 * Waits until the requests that came before on the same connection are answered, so that a client that sends many at once
 * and reads nothing makes nobody hold many answers; `undefined` where there is nothing to wait for.
 */
export type AwaitEarlier = (ctx: Pick<Context, "req" | "res">) => Promise<void> | undefined;

export const createAwaitEarlier = (): AwaitEarlier => {
  const connections = new WeakMap<IncomingMessage["socket"], Connection>();
  return ({ req, res }) => {
    const socket = ownSocket(req);
    if (socket === undefined) return undefined;
    const connection = connections.get(socket);
    if (connection === undefined) {
      connections.set(socket, { latest: res, isWatched: false, waiting: new Set() });
      return undefined;
    }
    const { latest: before, waiting } = connection;
    connection.latest = res;
    if (before.writableFinished) return undefined;
    return new Promise((resolve) => {
      const go = (): void => {
        waiting.delete(go);
        resolve();
      };
      if (!connection.isWatched) {
        connection.isWatched = true;
        // One listener for all of them: thousands may wait.
        socket.once("close", () => {
          for (const leave of waiting) leave();
        });
      }
      waiting.add(go);
      before.once("close", go);
      if (socket.destroyed || before.destroyed) go();
    });
  };
};

interface Connection {
  latest: ServerResponse;
  isWatched: boolean;
  /** Requests that wait, each for the one before. */
  readonly waiting: Set<() => void>;
}
