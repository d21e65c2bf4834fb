import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CalendarError } from "@kalends/core";
import type { StoreWithAccounts } from "@kalends/core/storage";
import { openSqliteStore } from "@kalends/store-sqlite";
import { expect } from "chai";
import { readConfig, start } from "kalends/internals";
import { freePort } from "../free-port.ts";
import { createPlace, type Place, printedSecret } from "./kalends-process.ts";

describe("kalends serve, its options and what it logs", function () {
  this.timeout(60_000);
  let place: Place;
  beforeEach(() => {
    place = createPlace();
  });
  afterEach(() => place.clear());

  const portOf = (
    environment: Readonly<Record<string, string>>,
    options: Readonly<Record<string, unknown>> = {},
    isAlone = true,
  ) => {
    const reading = readConfig({ environment, options, optionsName: "file", isStandalone: isAlone });
    return "config" in reading ? reading.config.port : reading.problems;
  };

  it("listens on KALENDS_PORT, else the port of the file, else PORT, else 8080", () => {
    const all = { KALENDS_PORT: "1001", PORT: "1003" };
    expect(portOf(all, { port: 1002 })).to.equal(1001);
    expect(portOf({ PORT: "1003" }, { port: 1002 })).to.equal(1002);
    expect(portOf({ PORT: "1003", KALENDS_PORT: "" })).to.equal(1003);
    expect(portOf({ PORT: " " })).to.equal(8080);
    expect(portOf({ PORT: "1003" }, {}, false), "in a host").to.equal(8080);
    expect(portOf({ PORT: "soon" })).to.deep.equal(['PORT must be an integer from 0 to 65535, not "soon"']);
  });

  it("takes --port and --storage before everything else", async () => {
    const port = await freePort();
    writeFileSync(
      join(place.directory, "kalends.config.json"),
      '{ "storage": "sqlite:./file.db", "port": 1 }',
    );
    const options = ["--port", String(port), "--storage", "sqlite:./option.db"];
    const served = await place.serve({ KALENDS_PORT: "2", PORT: "3" }, options);
    expect(served.origin).to.equal(`http://127.0.0.1:${port}`);
    expect((await served.end("SIGTERM")).code).to.equal(0);
    expect([
      existsSync(join(place.directory, "option.db")),
      existsSync(join(place.directory, "file.db")),
    ]).to.eql([true, false]);
    for (const [option, value] of [
      ["--port", "70000"],
      ["--port", "http"],
      ["--storage", "calendar.db"],
    ] as const) {
      const { code, errors } = await place.run(["serve", option, value]);
      expect([code, errors.includes(`argument '${value}' is invalid. It must be`)], errors).to.deep.equal([
        2,
        true,
      ]);
    }
  });

  it("passes --port and --storage on to its workers", async () => {
    const port = await freePort();
    const served = await place.serve({ KALENDS_WORKERS: "2", KALENDS_PORT: "2" }, [
      ...["--port", String(port)],
      ...["--storage", "sqlite:./option.db"],
    ]);
    expect(served.origin).to.equal(`http://127.0.0.1:${port}`);
    expect((await fetch(`${served.origin}/readyz`)).status).to.equal(200);
    await served.end("SIGTERM");
    expect(existsSync(join(place.directory, "kalends.db"))).to.equal(false);
  });

  for (const signal of ["SIGTERM", "SIGINT"] as const)
    it(`logs that it stops and how long that took, on ${signal}`, async () => {
      const served = await place.serve({ KALENDS_LOG_LEVEL: "info" });
      const { errors } = await served.end(signal);
      const lines = errors
        .split("\n")
        .filter((line) => line.startsWith("{"))
        .map((line) => JSON.parse(line));
      expect(lines.slice(-2).map(({ msg }) => msg)).to.deep.equal(["stopping", "stopped"]);
      expect(lines.at(-1).milliseconds).to.be.a("number");
    });

  it("says after two seconds that it waits for a storage that is away, and ends at the limit", async () => {
    const storage = { KALENDS_STORAGE: "mongodb://127.0.0.1:1/away", KALENDS_STORAGE_TIMEOUT: "3" };
    const served = await place.run(["serve"], { ...storage, KALENDS_LOG_LEVEL: "warn", KALENDS_PORT: "0" });
    expect(served.code).to.equal(1);
    expect(served.errors).to.match(
      /"the storage does not respond yet; retrying"[\s\S]*kalends: The storage mongodb:\/\/127\.0\.0\.1:1\/away cannot be opened: /,
    );
    const listed = await place.run(["user", "list"], storage);
    expect(listed.errors).to.match(
      /^kalends: The storage mongodb:\/\/127\.0\.0\.1:1\/away does not respond yet. Retrying for 3 seconds\.\n/,
    );
  });

  it("goes on where damage is found between listening and the first account", async () => {
    const real = await openSqliteStore(":memory:");
    let reads = 0;
    const store: StoreWithAccounts = {
      ...real,
      openAccounts: async () => {
        const accounts = await real.openAccounts();
        return new Proxy(accounts, {
          get: (target, name, self) => {
            const member: unknown = Reflect.get(target, name, self);
            if (typeof member !== "function") return member;
            return (...args: readonly unknown[]) => {
              reads += 1;
              // The first read is the check before the server listens.
              if (reads > 1) throw new CalendarError("rest_storage_unavailable");
              return Reflect.apply(member, target, args);
            };
          },
        });
      },
    };
    const reading = readConfig({ environment: { KALENDS_PORT: "0" }, options: {}, optionsName: "file" });
    if ("problems" in reading) throw new Error(reading.problems.join());
    const errors: string[] = [];
    const silent = () => {};
    const logger = {
      debug: silent,
      info: silent,
      warn: silent,
      error: (text: string) => void errors.push(text),
    };
    const started = await start({ config: reading.config, plugins: [], logger, pages: true, store });
    try {
      expect(errors).to.deep.equal(["the accounts could not be checked for a first account"]);
      expect(started.firstAccount).to.equal(undefined);
      expect((await fetch(`http://127.0.0.1:${started.port}/healthz`)).status).to.equal(200);
    } finally {
      await started.stop();
      await real.close();
    }
  });

  it("user add says that it creates a new calendar, once", async () => {
    const add = (name: string) => place.run(["user", "add", name, "--role", "editor"]);
    const first = await add("ann");
    expect(first.output).to.match(/^Created a new calendar: \/.*\/kalends\.db\. .*KALENDS_STORAGE/);
    expect(printedSecret(first.output)).to.have.length.above(10);
    expect((await add("bob")).output).not.to.include("new calendar");
  });
});
