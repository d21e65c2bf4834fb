import { connect, type Socket } from "node:net";
import type { Served } from "./kalends-process.ts";

/**
 * Sends the headers of a request that creates an event. `answer` resolves to everything that the server sends
 * until it closes the connection.
 */
export const beginRequest = async (
  { origin }: Pick<Served, "origin">,
  body: string,
): Promise<{ readonly socket: Socket; readonly answer: Promise<string> }> => {
  const socket = connect(Number(new URL(origin).port), "127.0.0.1");
  let text = "";
  const begun = new Promise<void>((resolve) => socket.once("data", () => resolve()));
  socket.setEncoding("utf8").on("data", (part: string) => {
    text += part;
  });
  const answer = new Promise<string>((resolve) => socket.on("close", () => resolve(text)));
  // The server sends "100 Continue" when it has begun to handle the request.
  socket.write(
    "POST /wp-json/tribe/events/v1/events HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\n" +
      `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n\r\n`,
  );
  await begun;
  return { socket, answer };
};
