import { existsSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { expect } from "chai";
import { beginRequest } from "./begin-request.ts";
import { basic, createPlace, type Place } from "./kalends-process.ts";

describe("kalends serve", () => {
  let place: Place;
  beforeEach(() => {
    place = createPlace();
  });
  afterEach(() => place.clear());

  it("creates its database when nobody names one", async () => {
    await place.spawnServer();
    expect(existsSync(join(place.directory, "kalends.db"))).to.equal(true);
  });

  it("refuses a wrong password on every route", async () => {
    const served = await place.serve();
    const answer = await fetch(`${served.namespace}/events`, {
      headers: { authorization: basic("admin", "wrong wrong wrong") },
    });
    expect(answer.status).to.equal(401);
  });

  it("finishes the request that runs when it is stopped", async () => {
    const served = await place.spawnServer();
    const body = "title=Late";
    const { socket, answer } = await beginRequest(served, body);
    const ended = served.end("SIGTERM");
    socket.write(body);
    expect(await answer)
      .to.include("HTTP/1.1 400")
      .and.to.include("rest_missing_callback_param");
    expect((await ended).code).to.equal(0);
  });

  for (const [command, npm] of [
    ["npx --no kalends", "/usr/lib/node_modules/npm/bin/npm-cli.js"],
    ["kalends", ""],
  ] as const)
    it(`names the command as ${command} where ${npm === "" ? "npm has not" : "npm has"} started it`, async () => {
      const served = await place.spawnServer({ npm_execpath: npm });
      await served.end("SIGTERM");
      expect(served.output).to.include(`; \`${command} user password admin\` creates another one.`);
    });

  it("ends well when a listener never finishes", async () => {
    const listener = '{ on: "event.created", handle: () => new Promise(() => {}) }';
    writeFileSync(
      join(place.directory, "endless.mjs"),
      `export const plugin = () => ({ name: "endless", setup: () => ({ listeners: [${listener}] }) });`,
    );
    await place.run(["user", "add", "ada", "--role", "administrator", "--password", "a long password"]);
    const served = await place.spawnServer({ KALENDS_PLUGINS: "./endless.mjs" });
    const { status } = await fetch(`${served.namespace}/events`, {
      method: "POST",
      headers: { authorization: basic("ada", "a long password") },
      body: new URLSearchParams({ title: "Fair", start_date: "2031-04-01", end_date: "2031-04-02" }),
    });
    expect(status).to.equal(201);
    const { code, errors } = await served.end("SIGTERM");
    expect(code, errors).to.equal(0);
    expect(existsSync(join(place.directory, "kalends.db-wal"))).to.equal(false);
  }).timeout(60_000);

  it("tells all mistakes of the configuration in one go, without a stack", async () => {
    writeFileSync(join(place.directory, "kalends.config.json"), '{"perPage": 0, "prot": 80}');
    const { code, output, errors } = await place.run(["serve"], {
      KALENDS_PORT: "eighty",
      KALENDS_STORAGE: "oracle://localhost/",
      KALENDS_VENDR: "x",
    });
    expect(code).to.equal(1);
    expect(output).to.equal("");
    const lines = errors.trimEnd().split("\n");
    expect(lines).to.have.length(5);
    for (const part of [
      "perPage",
      "prot",
      "KALENDS_PORT",
      "known schemes: sqlite, mongodb, mongodb+srv",
      "did you mean KALENDS_VENDOR?",
    ]) {
      expect(errors).to.include(part);
    }
  });

  it("refuses a configuration file that is no JSON object", async () => {
    for (const text of ["{", "[]", "7"]) {
      writeFileSync(join(place.directory, "kalends.config.json"), text);
      const { code, errors } = await place.run(["serve"]);
      expect(code, text).to.equal(1);
      expect(errors, text).to.match(/^kalends: kalends\.config\.json .+\n$/);
    }
  });

  it("takes its settings from the file", async () => {
    writeFileSync(
      join(place.directory, "kalends.config.json"),
      JSON.stringify({ storage: "sqlite:./other.db", restRoot: "/api", vendor: "acme" }),
    );
    const { origin } = await place.serve();
    expect((await fetch(`${origin}/api/acme/events/v1/events`)).status).to.equal(200);
    expect(existsSync(join(place.directory, "other.db"))).to.equal(true);
  });

  it("says in one line that the port is in use", async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    const address = other.address();
    const port = typeof address === "object" ? String(address?.port) : "";
    const { code, errors } = await place.spawn(["serve"], { KALENDS_PORT: port });
    await new Promise((resolve) => other.close(resolve));
    expect(code).to.equal(1);
    expect(errors).to.equal(
      `kalends: Cannot listen on 127.0.0.1, port ${port}: the port is in use; stop the other program, or choose another port with --port or KALENDS_PORT\n`,
    );
    // A failed start must not create an account, because nobody would see its password.
    expect((await place.serve()).output).to.include("Created the account admin");
  });

  it("says in one line that the storage cannot be opened", async () => {
    writeFileSync(join(place.directory, "text.db"), "This is no database. ".repeat(100));
    const { code, errors } = await place.run(["serve"], { KALENDS_STORAGE: "sqlite:./text.db" });
    expect(code).to.equal(1);
    expect(errors).to.match(/^kalends: The storage sqlite:.+ cannot be opened: .+\n$/);
  });

  it("never repeats the password of a storage", async () => {
    for (const address of [
      "//ann:hunter2@127.0.0.1:1/calendar",
      "//ann:p@hunter2@127.0.0.1:1/",
      "//ann:p/hunter2@127.0.0.1:1/",
      "//127.0.0.1:1/?tlsCertificateKeyFilePassword=hunter2",
      "ann:hunter2@127.0.0.1:1",
    ]) {
      const { code, errors } = await place.run(["serve"], {
        KALENDS_STORAGE: `mongodb:${address}`,
        KALENDS_STORAGE_TIMEOUT: "0.2",
      });
      expect(code, address).to.equal(1);
      expect(errors, address).to.match(/^kalends: The storage mongodb:.* cannot be opened: .+\n$/);
      expect(errors, address).to.not.include("hunter2");
    }
  });

  it("says in one line that the JWT key cannot be used", async () => {
    const { code, errors } = await place.run(["serve"], { KALENDS_JWT_KEY: "too short" });
    expect(code).to.equal(1);
    expect(errors).to.match(/^kalends: KALENDS_JWT_KEY cannot be used: .+\n$/);
  });
});
