import { getEventListeners, once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createGuardedFetch } from "@kalends/media";
import { expect } from "chai";

describe("createGuardedFetch", () => {
  it("leaves nothing of an answer that is read to its time limit", async () => {
    const server = createServer((_, response) => response.end("{}")).listen(0, "127.0.0.1");
    await once(server, "listening");
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { timeout } = AbortSignal;
    const signals: AbortSignal[] = [];
    AbortSignal.timeout = (milliseconds) => {
      const signal = timeout.call(AbortSignal, milliseconds);
      signals.push(signal);
      return signal;
    };
    try {
      const answer = await createGuardedFetch({ allowHosts: [host] })("tests")(`http://${host}/`);
      if ("refusal" in answer) throw new Error(answer.refusal);
      await answer.bytes();
      await once(server.close(), "close");
      expect(signals).to.have.length(1);
      // Node's own stays, and holds next to nothing.
      for (const signal of signals) expect(getEventListeners(signal, "abort").length).to.be.at.most(1);
    } finally {
      AbortSignal.timeout = timeout;
    }
  });
});
