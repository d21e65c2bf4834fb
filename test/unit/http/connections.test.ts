import { EventEmitter, once } from "node:events";
import { createServer, get, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onceOver } from "@kalends/http/internals";
import { expect } from "chai";

describe("onceOver", () => {
  it("calls once when the client goes, though answer and connection close together", async () => {
    let calls = 0;
    let closed: Promise<unknown> = Promise.resolve();
    const server = createServer((req, res) => {
      onceOver({ req, res }, () => {
        calls += 1;
      });
      closed = Promise.all([once(res, "close"), once(req.socket, "close")]);
      res.write("begun");
    }).listen(0, "127.0.0.1");
    try {
      await once(server, "listening");
      const { port } = server.address() as AddressInfo;
      const request = get({ port, host: "127.0.0.1", agent: false });
      const [response] = await once(request, "response");
      response.on("error", () => undefined);
      await once(response, "data");
      request.destroy();
      await closed;
      expect(calls).to.equal(1);
    } finally {
      server.close();
    }
  });

  it("calls all that are not stopped, with one listener for all of them", () => {
    const socket = Object.assign(new EventEmitter(), { destroyed: false });
    const req = { httpVersionMajor: 1, socket } as unknown as IncomingMessage;
    const response = new EventEmitter();
    const res = response as unknown as ServerResponse;
    const called: number[] = [];
    const stops = Array.from({ length: 20 }, (_, name) =>
      onceOver({ req, res }, () => void called.push(name)),
    );
    const again = (): void => void called.push(20);
    stops.push(onceOver({ req, res }, again), onceOver({ req, res }, again));
    expect([response, socket].map((one) => one.listenerCount("close"))).to.deep.equal([1, 1]);
    for (const stop of stops.slice(1, 21)) stop();
    response.emit("close");
    socket.emit("close");
    expect(called).to.deep.equal([0, 20]);
    expect([response, socket].map((one) => one.listenerCount("close"))).to.deep.equal([0, 0]);
  });
});
