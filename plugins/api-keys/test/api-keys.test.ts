import { join } from "node:path";
import { expect } from "chai";
import type { Identity } from "kalends";
import { basic, DAY, EVENT, type StartedKeys, startKeys } from "./start-keys.ts";

describe("API keys", () => {
  let started: StartedKeys;
  const request: StartedKeys["request"] = (...request) => started.request(...request);
  const run: StartedKeys["run"] = (...args) => started.run(...args);
  beforeEach(async () => {
    started = await startKeys();
  });
  afterEach(() => started.close());

  it("stand for an account, with the rights that it has now, until they are revoked", async () => {
    const key = await run("api-key", "add", "edith", "--label", "newsletter");
    expect(key).to.match(/^\d+\.[\w-]{43}$/);
    expect((await request(key, "POST", "/events", EVENT)).body).to.include({ status: "publish" });
    await run("user", "role", "edith", "contributor");
    expect((await request(key, "POST", "/events", EVENT)).body).to.include({ status: "draft" });
    const [id = ""] = key.split(".");
    expect(await run("api-key", "list")).to.match(new RegExp(`^${id}\t1\t\\d{4}-\\d\\d-\\d\\d\tnewsletter$`));
    expect(await run("api-key", "revoke", id)).to.equal(`API key ${id} revoked.`);
    expect((await request(key, "GET", "/events")).status).to.equal(401);
    expect(await run("api-key", "revoke", id)).to.include(`API key ${id} not found.`);
    expect(await run("api-key", "add", "nobody")).to.include('Account "nobody" not found.');
  });

  it("of a removed account do not stand for another one of its name", async () => {
    const key = await run("api-key", "add", "carl");
    await run("user", "remove", "carl");
    await run("user", "add", "carl", "--role", "administrator", "--password", "a long password for tests");
    expect((await request(key, "GET", "/events")).status).to.equal(401);
  });

  it("are told of without their hashes, and go with the account that is erased", async () => {
    const key = await run("api-key", "add", "carl", "--label", "phone");
    await run("api-key", "add", "edith", "--label", "hers");
    const lines = (await run("person", "carl")).split("\n").map((line) => JSON.parse(line));
    const [{ plugin: name, data } = { plugin: "", data: {} }] = lines.filter(({ kind }) => kind === "plugin");
    expect(name).to.equal("api-keys");
    expect(data).to.have.all.keys("id", "user", "label", "created", "expires");
    expect(data).to.include({ label: "phone" });
    expect(await run("erase", "carl", "--yes")).to.match(/^Erased the account carl\./);
    expect(await run("api-key", "list")).to.match(/^\d+\t1\t[\d-]+\thers$/);
    expect((await request(key, "GET", "/events")).status).to.equal(401);
  });

  it("are refused when they are wrong, and nothing of them is stored but a hash", async () => {
    const key = await run("api-key", "add", "edith");
    const [id, secret = ""] = key.split(".");
    for (const wrong of ["x", `${id}.`, `${id}.${"A".repeat(43)}`, `1.${secret}`, `${key}x`]) {
      const { status, body } = await request(wrong, "GET", "/events");
      expect([status, body.code], wrong).to.deep.equal([401, "rest_forbidden"]);
    }
    const exported = join(started.folder, "export");
    await run("export", exported);
    expect(await run("api-key", "list")).not.to.include(secret);
  });

  it("are made and revoked by their users, and seen by who may edit the records of others", async () => {
    const [edith, carl] = [await run("api-key", "add", "edith"), await run("api-key", "add", "carl")];
    const password = basic("carl");
    const made = await request(password, "POST", "/api-keys", { label: "phone", days: 3 });
    expect(made.status).to.equal(201);
    expect((await request(made.body.key, "POST", "/events", EVENT)).body).to.include({ status: "draft" });
    const own = (await request(carl, "GET", "/api-keys")).body.keys;
    expect(own).to.have.length(2);
    for (const { made_with, ...shown } of own) {
      expect(shown).to.have.all.keys("id", "user", "label", "created", "expires");
      expect(made_with).to.equal(shown.label === "phone" ? "first password" : undefined);
    }
    expect(own.map(({ label }: { readonly label: string }) => label)).to.have.members([
      "phone",
      "command line",
    ]);
    expect((await request(edith, "GET", "/api-keys")).body.keys).to.have.length(3);
    const ofEdith = edith.split(".")[0];
    expect((await request(carl, "DELETE", `/api-keys/${ofEdith}`)).status).to.equal(403);
    expect((await request(edith, "GET", "/events")).status).to.equal(200);
    expect((await request(edith, "DELETE", `/api-keys/${made.body.id}`)).status).to.equal(200);
    expect((await request(made.body.key, "GET", "/events")).status).to.equal(401);
    for (const [json, name] of [
      [{}, "label"],
      [{ label: " " }, "label"],
      [{ label: "x", days: 0 }, "days"],
      [{ label: "x", days: 3651 }, "days"],
    ] as const)
      expect(
        JSON.stringify((await request(password, "POST", "/api-keys", json)).body.data.params),
      ).to.include(name);
    expect((await request("", "GET", "/api-keys")).status).to.equal(401);
  });

  it("make no further keys, which would outlive them", async () => {
    const key = await run("api-key", "add", "edith");
    const { status, body } = await request(key, "POST", "/api-keys", { label: "copy" });
    expect([status, body.code]).to.deep.equal([403, "rest_forbidden"]);
    expect((await request(key, "GET", "/api-keys")).body.keys).to.have.length(1);
  });

  it("get the scope to manage accounts only from a credential that has it", async () => {
    const make = async (authorization: string, scopes: unknown) =>
      request(authorization, "POST", "/api-keys", { label: "CI", scopes });
    expect((await make(basic("edith"), ["accounts"])).status).to.equal(403);
    const unscoped = await make(basic("edith"), []);
    expect(unscoped.status).to.equal(201);
    expect(unscoped.body).to.not.have.property("scopes");
    const printed = await run("user", "password", "edith", "--scope", "accounts");
    const password = printed.split("\n").at(-1)?.trim() ?? "";
    const scoped = `Basic ${Buffer.from(`edith:${password}`).toString("base64")}`;
    const made = await make(scoped, ["accounts"]);
    expect(made.status).to.equal(201);
    expect(made.body.scopes).to.deep.equal(["accounts"]);
    for (const scopes of ["everything", ["accounts", "everything"], [{}]]) {
      const refused = await make(scoped, scopes);
      expect(refused.status, JSON.stringify(scopes)).to.equal(400);
      expect(refused.body.data.params).to.have.property("scopes");
    }
  });

  it("are listed in one line each, which gives no orders to a terminal", async () => {
    await run("api-key", "add", "edith", "--label", "nice\u001b[2J\n7\t8");
    expect(await run("api-key", "list")).to.match(/^[^\n]*\tnice\uFFFD\[2J 7 8$/);
  });

  it("expire, and are removed in the night after", async () => {
    const key = await run("api-key", "add", "edith", "--days", "2");
    await run("api-key", "add", "carl", "--days", "20");
    started.clock.time += DAY;
    expect((await request(key, "GET", "/events")).status).to.equal(200);
    // The command uses the real clock, which is slightly ahead of the fake clock. The extra half day covers
    // the difference.
    started.clock.time += 1.5 * DAY;
    expect((await request(key, "GET", "/events")).status).to.equal(401);
    await started
      .calendar()
      .jobs.find(({ name }) => name === "remove-expired")
      ?.run();
    expect((await run("api-key", "list")).split("\n")).to.have.length(1);
    expect(await run("api-key", "add", "edith", "--days", "0")).to.include(
      "--days must be a whole number from 1 to 3650",
    );
    expect(await run("api-key", "paint")).to.include("Use: add ACCOUNT");
  });

  it("stand for the users of a host, with the rights that they had", async () => {
    await started.shut();
    let who: Identity | undefined;
    await started.open({ identity: () => who });
    for (const [id, author] of [
      [7, "7"],
      ["6b0a4e5c-7d0c-4d0e-9a3e-1f2d3c4b5a69", "1000000000"],
    ] as const) {
      who = { id, roles: ["author"] };
      const { body } = await request("", "POST", "/api-keys", { label: "phone" });
      expect(body.user).to.equal(Number(author));
      who = undefined;
      expect((await request("", "POST", "/events", EVENT)).status).to.equal(401);
      expect((await request(body.key, "POST", "/events", EVENT)).body).to.include({
        author,
        status: "publish",
      });
      const { keys } = (await request(body.key, "GET", "/api-keys")).body;
      expect(keys).to.have.length(1);
      expect(keys[0]).to.have.all.keys("id", "user", "label", "created", "expires");
    }
  });
});
