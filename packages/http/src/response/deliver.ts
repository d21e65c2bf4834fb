import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import type { Context } from "koa";
import { cutBytes, PIECE } from "./json-pieces.ts";

/** Answers up to this length go out at once. */
const WHOLE = 4 * PIECE;

/** Cuts off a client that takes nothing of what waits for it for `patience` milliseconds. */
const watch = (response: ServerResponse, patience: number): void => {
  const check = (): void => {
    // A client that has taken all may still be sending.
    if (response.writableLength === 0) impatience.refresh();
    else response.destroy();
  };
  const impatience = setTimeout(check, patience).unref();
  const goOn = (): void => void impatience.refresh();
  // What had to wait has gone to the client: the next portion follows.
  response.on("drain", goOn);
  response.once("close", () => {
    clearTimeout(impatience);
    response.off("drain", goOn);
  });
};

/**
 * The last step of every answer that is ours: long bodies are sent in portions, each when the client has taken the one
 * before, and a client that takes nothing for `patience` milliseconds is cut off. An error in between destroys the
 * connection, so that no part of an answer passes for the whole.
 */
export const deliver = (ctx: Context, patience: number): void => {
  const { body } = ctx;
  if ((typeof body === "string" || Buffer.isBuffer(body)) && body.length > WHOLE) {
    const bytes = Buffer.from(body);
    ctx.body = Readable.from(cutBytes(bytes), { objectMode: false });
    ctx.length = bytes.length;
  }
  watch(ctx.res, patience);
};
