import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import type { Plugin } from "@kalends/core/interface";
import { expect } from "chai";
import { openCalendar, readConfig } from "kalends/internals";
import { createGate } from "../../stores/gate.ts";
import { createFakeTimers } from "../fake-timers.ts";

const ENDLESS = new Promise<never>(() => undefined);

describe("a calendar that closes while a job and a request do not end", () => {
  it("gives both the same ten seconds", async () => {
    const [working, answering] = [createGate(), createGate()];
    const plugin: Plugin = {
      name: "endless",
      setup: () => ({
        jobs: [
          {
            name: "work",
            run() {
              working.open();
              return ENDLESS;
            },
          },
        ],
        routes: [
          {
            ...{ method: "GET", path: "/endless", description: "Does not end.", parameters: {} },
            permits: () => true,
            run() {
              answering.open();
              return ENDLESS;
            },
          },
        ],
      }),
    };
    const options = { storage: "sqlite::memory:", media: tmpdir() };
    const reading = readConfig({ environment: {}, options, optionsName: "options" });
    if ("problems" in reading) throw new Error(reading.problems.join("\n"));
    const warnings: string[] = [];
    const logger = { debug() {}, info() {}, warn: (line: string) => void warnings.push(line), error() {} };
    const timers = createFakeTimers();
    const { callback, startScheduler, close } = await openCalendar({
      ...{ config: reading.config, plugins: [plugin], logger, timers, pages: false },
    });
    const server = createServer(callback).listen(0, "127.0.0.1");
    try {
      await once(server, "listening");
      const { port } = server.address() as AddressInfo;
      void startScheduler();
      const answer = fetch(`http://127.0.0.1:${port}/wp-json/tribe/events/v1/endless`).catch(() => undefined);
      await Promise.all([working.passed, answering.passed]);
      let isClosed = false;
      const closed = close().then(() => {
        isClosed = true;
      });
      await timers.elapse(9_999);
      expect(isClosed).to.equal(false);
      await timers.elapse(1);
      await closed;
      expect(warnings).to.deep.equal(["A job did not finish within 10 seconds"]);
      server.closeAllConnections();
      await answer;
    } finally {
      server.closeAllConnections();
      await once(server.close(), "close");
    }
  });
});
