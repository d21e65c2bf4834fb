import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { deliver } from "@kalends/http/internals";
import { expect } from "chai";
import Koa from "koa";

describe("an answer that is ready when its client has gone", () => {
  it("waits for nothing", async () => {
    let listeners: number | undefined;
    const app = new Koa();
    app.use(async (ctx) => {
      ctx.req.socket.destroy();
      await once(ctx.res, "close");
      ctx.body = "late";
      deliver(ctx, 1_000);
      listeners = ctx.res.listenerCount("drain");
    });
    const server = createServer(app.callback());
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
    socket.on("error", () => undefined);
    socket.end("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
    await once(socket, "close");
    server.close();
    await once(server, "close");
    expect(listeners).to.equal(0);
  });
});
