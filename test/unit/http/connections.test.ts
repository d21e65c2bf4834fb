import { EventEmitter, once } from "node:events";
import { createServer, get, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onceFinished, untilDrained } from "@kalends/http/internals";
import { expect } from "chai";

describe("onceOver", () => {
  it("calls once when the client goes, though answer and connection close together", async () => {
    let calls = 0;
    let closed: Promise<unknown> = Promise.resolve();
    const server = createServer((req, res) => {
      onceFinished({ req, res }, () => {
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
      onceFinished({ req, res }, () => void called.push(name)),
    );
    const again = (): void => void called.push(20);
    stops.push(onceFinished({ req, res }, again), onceFinished({ req, res }, again));
    expect([response, socket].map((one) => one.listenerCount("close"))).to.deep.equal([1, 1]);
    for (const stop of stops.slice(1, 21)) stop();
    response.emit("close");
    socket.emit("close");
    expect(called).to.deep.equal([0, 20]);
    expect([response, socket].map((one) => one.listenerCount("close"))).to.deep.equal([0, 0]);
  });
});

describe("untilTaken", () => {
  /** Starts a response of 20 MB that the client does not read. */
  const begin = async () => {
    let res: ServerResponse | undefined;
    let isTaken = false;
    let taken: Promise<void> = Promise.resolve();
    const server = createServer((req, response) => {
      res = response;
      response.write(Buffer.alloc(20_000_000));
      taken = untilDrained({ req, res: response }).then(() => {
        isTaken = true;
      });
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const request = get({ port, host: "127.0.0.1", agent: false });
    request.on("error", () => undefined);
    const [response] = await once(request, "response");
    response.on("error", () => undefined);
    for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate);
    return { server, request, response, res, isTaken: () => isTaken, taken: () => taken };
  };

  it("waits until the connection has taken what was written", async () => {
    const { server, response, res, isTaken, taken } = await begin();
    expect(isTaken()).to.equal(false);
    response.resume();
    await taken();
    expect(res?.writableNeedDrain).to.equal(false);
    res?.end();
    server.close();
  });

  it("waits no longer for a client that goes", async () => {
    const { server, request, isTaken, taken } = await begin();
    expect(isTaken()).to.equal(false);
    request.destroy();
    await taken();
    server.close();
  });
});
