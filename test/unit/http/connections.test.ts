import { once } from "node:events";
import { createServer, get } from "node:http";
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
});
