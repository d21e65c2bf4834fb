import { spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import { setImmediate as nextEvent } from "node:timers/promises";
import type { Logger } from "@kalends/core";
import { expect } from "chai";
import { createCalendar } from "kalends";
import { AN_EVENT, CLOCK, listen } from "./host-server.ts";

describe("createCalendar with a logger that throws", () => {
  it("answers, publishes and calls listeners as if it did not", async () => {
    const logged: string[] = [];
    const fail =
      (level: string) =>
      (message: string): never => {
        logged.push(`${level}: ${message}`);
        throw new Error("the log is closed");
      };
    const logger: Logger = {
      debug: fail("debug"),
      info: fail("info"),
      warn: fail("warn"),
      error: fail("error"),
    };
    const calendar = await createCalendar({
      storage: "sqlite::memory:",
      clock: CLOCK,
      logger,
      identity: () => ({ id: 7, roles: ["administrator"] }),
    });
    const heard: string[] = [];
    calendar.events.on("event.created", () => {
      throw new Error("a fault of a listener");
    });
    calendar.events.on("event.created", ({ after }) => void heard.push(after.title));
    const server = await listen(calendar.callback);
    try {
      for (const title of ["First", "Second"]) {
        const answer = await server.post("/events", { json: { ...AN_EVENT, title } });
        expect(answer.status).to.equal(201);
      }
      expect((await server.get("/events/1e9")).status).to.be.below(500);
      await nextEvent();
      await nextEvent();
      expect(heard).to.deep.equal(["First", "Second"]);
      expect(logged).to.include("error: A listener failed").and.to.include("info: answered");
    } finally {
      await server.close();
      await calendar.close();
    }
  });
});

describe("createCalendar behind a proxy", () => {
  for (const trustProxy of [false, true])
    it(`${trustProxy ? "says nothing of one that is trusted" : "says once that one is not trusted"}`, async () => {
      const warnings: string[] = [];
      const calendar = await createCalendar({
        storage: "sqlite::memory:",
        clock: CLOCK,
        trustProxy,
        scheduler: false,
        logger: { debug() {}, info() {}, warn: (message) => void warnings.push(message), error() {} },
      });
      const server = await listen(calendar.callback);
      try {
        await server.get("/events");
        expect(warnings).to.deep.equal([]);
        const headers = { "x-forwarded-for": "192.0.2.7" };
        for (let time = 0; time < 2; time += 1) await server.get("/events", { headers });
        expect(warnings.length).to.equal(trustProxy ? 0 : 1);
        if (!trustProxy) expect(warnings[0]).to.include("KALENDS_TRUST_PROXY");
      } finally {
        await server.close();
        await calendar.close();
      }
    });
});

describe("createCalendar without a logger", () => {
  it("writes errors to standard error, and nothing else", () => {
    const script = `
      import { createServer } from "node:http";
      import { createCalendar } from ${JSON.stringify(import.meta.resolve("kalends"))};
      const calendar = await createCalendar({
        storage: "sqlite::memory:",
        scheduler: false,
        identity: ({ headers }) => (headers.cookie ? { id: 7, role: "\u001b[31madministrator" } : undefined),
      });
      const server = createServer(calendar.callback).listen(0, "127.0.0.1");
      await new Promise((resolve) => server.once("listening", resolve));
      for (const headers of [{}, { cookie: "user=7" }]) {
        const url = "http://127.0.0.1:" + server.address().port + "/wp-json/tribe/events/v1/events";
        console.log((await fetch(url, { headers })).status);
      }
      server.close();
      server.closeAllConnections();
      await calendar.close();`;
    const options = { encoding: "utf8", cwd: tmpdir() } as const;
    const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", script], options);
    expect(stdout).to.equal("200\n500\n");
    expect(stderr).to.match(/^\d\d:\d\d:\d\d ERROR kalends: a request failed request=/);
    expect(stderr).to.include(
      "Error: The identity has neither roles nor capabilities nor can; its members: id, role",
    );
    expect(stderr).to.not.include("\u001b");
  });
});

describe("createCalendar with the console as its logger", () => {
  it("prints requests, and no debug lines", async () => {
    const printed: string[] = [];
    const { debug, info } = console;
    Object.assign(console, {
      debug: (line: string) => void printed.push(`debug: ${line}`),
      info: (line: string) => void printed.push(`info: ${line}`),
    });
    try {
      const calendar = await createCalendar({ storage: "sqlite::memory:", clock: CLOCK, logger: console });
      const server = await listen(calendar.callback);
      await server.get("/events");
      await server.close();
      await calendar.close();
    } finally {
      Object.assign(console, { debug, info });
    }
    expect(new Set(printed)).to.deep.equal(new Set(["info: started", "info: answered"]));
  });
});
