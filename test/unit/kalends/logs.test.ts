import { spawnSync } from "node:child_process";
import { openSqliteStore } from "@kalends/store-sqlite";
import { expect } from "chai";
import { createStoreTime, readConfig, toReadableLine, toStartLine } from "kalends/internals";
import type { Context } from "koa";

const lineOf = (fields: object): string =>
  toReadableLine(`${JSON.stringify({ level: 30, time: 0, msg: "answered", ...fields })}\n`, false);

describe("toReadableLine", () => {
  it("is one line of time, level, message and members", () => {
    const fields = { status: 200, path: "/tribe/events/v1/events", query: { search: "a b" }, plugins: [] };
    expect(lineOf(fields)).to.match(
      /^\d\d:\d\d:\d\d INFO {2}answered status=200 path=\/tribe\/events\/v1\/events query={"search":"a b"} plugins=\[\]\n$/,
    );
    expect(toReadableLine('{"level":40,"time":0,"msg":"x"}\n', true)).to.include("\u001b[33mWARN \u001b[39m");
  });

  it("shows the stack of an error below", () => {
    const error = { type: "Error", message: "no", stack: "Error: no\n    at here (file.js:1:2)" };
    expect(lineOf({ level: 50, error })).to.match(
      / ERROR answered\n {4}Error: no\n {8}at here \(file\.js:1:2\)\n$/,
    );
  });

  it("gives a terminal nothing to obey, whoever wrote the values", () => {
    const evil = "\u001b[2J\u0007\u009b31m\u202e\r\nforged";
    const shown = lineOf({ path: evil, msg: evil, error: { message: evil, stack: evil } });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
    expect(shown).not.to.match(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
    expect(shown.split("\n")).to.have.length(4);
  });

  it("leaves alone what is no line of the log", () => {
    expect(toReadableLine("something else\n", false)).to.equal("something else\n");
  });
});

describe("createPinoLogger", () => {
  const run = (terminal: string): string => {
    const script = `
      import { createPinoLogger } from ${JSON.stringify(import.meta.resolve("kalends/internals"))};
      const logger = createPinoLogger("info", ${terminal});
      logger.debug("hidden");
      logger.info("shown", { status: 200 });
      logger.flush();`;
    return spawnSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" }).stderr;
  };

  it("writes for people on a terminal", () => {
    expect(run("{ fd: 2, isTTY: true, write() {} }")).to.match(/^\d\d:\d\d:\d\d INFO {2}shown status=200\n$/);
  });

  it("writes JSON elsewhere", () => {
    expect(JSON.parse(run("{ fd: 2, write() {} }"))).to.include({ level: 30, msg: "shown", status: 200 });
  });
});

describe("toStartLine", () => {
  it("says what runs, without what nobody else should read", () => {
    const reading = readConfig({
      options: {},
      optionsName: "kalends.config.json",
      environment: {
        KALENDS_STORAGE: "mongodb://someone:secret@db.example/calendar?tlsCertificateKeyFilePassword=hidden",
        KALENDS_TIMEZONE: "Europe/Rome",
        KALENDS_BASE_URL: "https://calendar.example",
      },
    });
    if ("problems" in reading) throw new Error(reading.problems.join());
    const line = toStartLine({ config: reading.config, plugins: [{ name: "one" }], inertPlugins: ["two"] });
    expect(line).to.deep.include({
      timezone: "Europe/Rome",
      baseUrl: "https://calendar.example",
      plugins: ["one"],
      pluginsWithoutLicence: ["two"],
    });
    expect(line.version).to.match(/^\d+\.\d+\.\d+/);
    expect(line.node).to.equal(process.versions.node);
    expect(line.storage).to.include("db.example/calendar");
    expect(JSON.stringify(line)).not.to.match(/someone|secret|hidden/);
  });
});

describe("createStoreTime", () => {
  it("measures how long each request waits for the store, and what runs side by side once", async () => {
    let time = 0;
    const storeTime = createStoreTime({ now: () => time });
    const real = await openSqliteStore(":memory:");
    const store = storeTime.watch(
      {
        ...real,
        async ping() {
          time += 5;
        },
      },
      "store",
    );
    const measured: (number | undefined)[] = [];
    const ctx = {} as Context;
    const middleware = storeTime.around(async () => {
      time += 100;
      await Promise.all([store.ping(), store.ping()]);
      await store.transaction(async () => {
        time += 7;
      });
      expect(await store.events.find(1)).to.equal(undefined);
      measured.push(storeTime.milliseconds());
    });
    await middleware(ctx, async () => {});
    await middleware(ctx, async () => {});
    expect(measured).to.deep.equal([17, 17]);
    expect(storeTime.milliseconds()).to.equal(undefined);
    await store.close();
  });
});
