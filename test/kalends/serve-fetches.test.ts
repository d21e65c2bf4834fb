import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Plugin } from "@kalends/core/interface";
import { pluginRoute } from "@kalends/core/plugin";
import { openSqliteStore } from "@kalends/store-sqlite";
import { expect } from "chai";
import { readConfig, start } from "kalends/internals";

/**
 * Time limit in milliseconds. It is much shorter than the time that the server gives requests to end, but
 * long enough for slow machines.
 */
const SOON = 6_000;

describe("kalends serve, when it stops while requests wait for other servers", () => {
  it("ends them with a 503 after a second", async () => {
    const silent = createServer().listen(0, "127.0.0.1");
    await once(silent, "listening");
    const host = `127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const environment = { KALENDS_PORT: "0", KALENDS_PLUGIN_ALLOW_HOSTS: host };
    const reading = readConfig({ environment, options: {}, optionsName: "file" });
    if ("problems" in reading) throw new Error(reading.problems.join());
    const plugin: Plugin = {
      name: "asking",
      setup: ({ guardedFetch }) => ({
        routes: [
          pluginRoute({
            ...{ method: "GET", path: "/ask", description: "Asks a server.", parameters: {} },
            permits: () => true,
            async run() {
              await guardedFetch(`http://${host}/`, { timeoutSeconds: 60 });
              return { body: {} };
            },
          }),
        ],
      }),
    };
    const nothing = (): void => {};
    const store = await openSqliteStore(":memory:");
    const started = await start({
      config: reading.config,
      plugins: [plugin],
      logger: { debug: nothing, info: nothing, warn: nothing, error: nothing },
      pages: true,
      store,
    });
    try {
      const arrived = once(silent, "request");
      const answer = fetch(`${started.url}/tribe/events/v1/ask`);
      await arrived;
      const began = performance.now();
      await started.stop();
      expect(performance.now() - began).to.be.below(SOON);
      expect((await answer).status).to.equal(503);
    } finally {
      silent.closeAllConnections();
      silent.close();
      await store.close();
    }
  });
});
