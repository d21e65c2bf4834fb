import { plugin } from "@kalends/webhooks";
import { expect } from "chai";
import { type Receiver, type Started, startReceiver, startWebhooks } from "./start-webhooks.ts";

const WEBHOOK = { url: "https://example.org/hook", events: ["event.created"] };

describe("webhooks as administrators have them", () => {
  let started: Started;
  let receiver: Receiver;
  before(async () => {
    [started, receiver] = [await startWebhooks(), await startReceiver()];
  });
  after(async () => {
    await receiver.close();
    await started.close();
  });

  it("are not begun with options that make no sense", () => {
    const bad: readonly object[] = [
      ...[{ logDays: 6 }, { logDays: "x" }, { mostWaiting: 0 }, { mostLogged: null }],
      ...[{ timeoutSeconds: 0 }, { timeoutSeconds: Number.NaN }, { timeoutSeconds: 11 }],
    ];
    for (const options of bad)
      expect(() => plugin(options), JSON.stringify(options)).to.throw(RangeError, Object.keys(options)[0]);
  });

  it("are made, shown without their secret, changed and removed", async () => {
    const { request: ask } = started;
    const made = await ask("administrator", "POST", "/webhooks", {
      ...WEBHOOK,
      ...{ categories: [3, 3], venues: "4,5", statuses: ["publish"], role: "editor", label: "Mirror" },
    });
    expect(made.status).to.equal(201);
    const { secret, ...shown } = made.body;
    expect(secret).to.match(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(shown).to.deep.include({
      ...WEBHOOK,
      ...{ categories: [3], tags: [], venues: [4, 5], organizers: [], statuses: ["publish"] },
      ...{ role: "editor", label: "Mirror", enabled: true, disabled_because: null, failing_since: null },
    });
    const path = `/webhooks/${shown.id}`;
    expect((await ask("administrator", "GET", path)).body).to.deep.equal(shown);
    expect((await ask("administrator", "GET", "/webhooks")).body.webhooks).to.deep.equal([shown]);
    for (const method of ["PUT", "PATCH"]) {
      const { body } = await ask("administrator", method, path, { categories: [], label: method });
      expect(body).to.deep.equal({ ...shown, categories: [], label: method });
    }
    const rotated = (await ask("administrator", "PUT", path, { rotate: true })).body;
    expect(rotated.secret)
      .to.match(/^whsec_/)
      .and.not.equal(secret);
    const own = `whsec_${Buffer.alloc(24, 7).toString("base64")}`;
    expect((await ask("administrator", "PUT", path, { secret: own })).body.secret).to.equal(own);
    expect((await ask("administrator", "DELETE", path)).body).to.deep.equal({ id: shown.id, removed: true });
    for (const [method, at] of [
      ["GET", path],
      ["PUT", path],
      ["DELETE", path],
      ["POST", `${path}/test`],
      ["POST", `${path}/replay`],
      ["GET", `${path}/deliveries`],
    ] as const) {
      const { status, body } = await ask("administrator", method, at);
      expect([status, body.code, Object.keys(body.data.params)], at).to.deep.equal([
        400,
        "rest_invalid_param",
        ["id"],
      ]);
    }
  });

  it("are for those who have every right of an administrator", async () => {
    const { request: ask, write } = started;
    const { id } = await write("POST", "/webhooks", WEBHOOK);
    for (const [role, refusal] of [
      ["", 401],
      ["subscriber", 403],
      ["author", 403],
    ] as const) {
      for (const [method, path] of [
        ["GET", "/webhooks"],
        ["POST", "/webhooks"],
        ["GET", `/webhooks/${id}`],
        ["PUT", `/webhooks/${id}`],
        ["DELETE", `/webhooks/${id}`],
        ["POST", `/webhooks/${id}/test`],
        ["GET", `/webhooks/${id}/deliveries`],
        ["POST", `/webhooks/${id}/replay`],
      ] as const) {
        const json = method === "GET" ? undefined : WEBHOOK;
        expect((await ask(role, method, path, json)).status, `${role} ${method} ${path}`).to.equal(refusal);
      }
    }
    await write("DELETE", `/webhooks/${id}`);
  });

  it("are refused with the name of what is wrong, and nothing is stored", async () => {
    const { request: ask } = started;
    for (const [json, name] of [
      [{ url: "ftp://example.org/" }, "url"],
      [{ url: "https://ann:secret@example.org/" }, "url"],
      [{ url: "example.org" }, "url"],
      [{ url: `https://example.org/${"x".repeat(2000)}` }, "url"],
      [{ events: [] }, "events"],
      [{ events: ["event.created", "event.painted"] }, "events"],
      [{ categories: ["jazz"] }, "categories"],
      [{ tags: [0] }, "tags"],
      [{ venues: Array.from({ length: 101 }, (_, index) => index + 1) }, "venues"],
      [{ organizers: { a: 1 } }, "organizers"],
      [{ statuses: ["lost"] }, "statuses"],
      [{ role: "toString" }, "role"],
      [{ role: { toString: 1, valueOf: 1 } }, "role"],
      [{ label: "x".repeat(201) }, "label"],
      [{ enabled: "perhaps" }, "enabled"],
      [{ secret: "whsec_c2hvcnQ=" }, "secret"],
      [{ secret: "secret" }, "secret"],
    ] as const) {
      const { status, body } = await ask("administrator", "POST", "/webhooks", { ...WEBHOOK, ...json });
      expect([status, Object.keys(body.data.params ?? {})], JSON.stringify(json)).to.deep.equal([
        400,
        [name],
      ]);
      expect(JSON.stringify(body)).not.to.include("c2hvcnQ");
    }
    const { body } = await ask("administrator", "POST", "/webhooks", {});
    expect(body.data.params).to.deep.equal(["url", "events"]);
    expect((await ask("administrator", "GET", "/webhooks")).body.webhooks).to.deep.equal([]);
  });

  it("are bounded in number, and unknown pages of the log are refused", async () => {
    const { request: ask, write } = started;
    const made = [await write("POST", "/webhooks", WEBHOOK)];
    const requests = Array.from({ length: 99 }, () => ({ method: "POST", path: "/webhooks", body: WEBHOOK }));
    for (let batch = 0; batch < 2; batch += 1)
      for (const { body } of (await write("POST", "/batch", { requests })).responses) made.push(body);
    // Only one place is free, so only one of two concurrent requests can succeed.
    const last = await Promise.all([1, 2].map(() => ask("administrator", "POST", "/webhooks", WEBHOOK)));
    expect(last.map(({ status }) => status)).to.have.members([201, 409]);
    for (const { status, body } of last)
      if (status === 201) made.push(body);
      else expect(body).to.deep.include({ code: "rest_limit_reached", data: { status: 409, maximum: 200 } });
    expect((await ask("administrator", "GET", "/webhooks")).body.webhooks).to.have.length(200);
    const log = `/webhooks/${made[0].id}/deliveries`;
    for (const query of ["cursor=x", "per_page=0", "per_page=201"])
      expect((await ask("administrator", "GET", `${log}?${query}`)).status, query).to.equal(400);
    const removals = made.map(({ id }) => ({ method: "DELETE", path: `/webhooks/${id}` }));
    for (const part of [removals.slice(0, 100), removals.slice(100)])
      await write("POST", "/batch", { requests: part });
    expect((await ask("administrator", "GET", "/webhooks")).body.webhooks).to.deep.equal([]);
  });

  it("say nothing of secrets in the documentation", async () => {
    const { secret } = await started.add(receiver);
    const doc = JSON.stringify((await started.request("administrator", "GET", "/doc")).body);
    expect(doc).to.include("/webhooks/{id}/replay").and.not.include(secret);
  });

  it("are listed in one line each, which gives no orders to a terminal", async () => {
    const { id } = await started.add(receiver, { label: "nice\u001b[2J\n7\ton" });
    const lines = (await started.command("webhook", "list")).split("\n");
    const line = lines.find((one) => one.startsWith(`${id}\t`));
    expect(line?.split("\t").slice(1, 4)).to.deep.equal(["on", "nice\uFFFD[2J 7 on", receiver.url]);
  });

  it("are managed by the command line as well", async () => {
    const { command } = started;
    const [id = "", secret] = (
      await command("webhook", "add", receiver.url, "--events", "event.created,tag.deleted", "--label", "CLI")
    ).split("\t");
    expect(secret).to.match(/^whsec_/);
    const line = [id, "on", "CLI", receiver.url, "anonymous", "event.created,tag.deleted"].join("\t");
    expect((await command("webhook", "list")).split("\n")).to.include(line);
    expect(await command("webhook", "test", id)).to.equal("The test message was delivered: 200");
    expect(receiver.received.at(-1)?.body).to.deep.include({ type: "webhook.test", data: {} });
    expect(await command("webhook", "change", id, "--role", "editor")).to.equal(`Webhook ${id} changed.`);
    expect(await command("webhook", "off", id)).to.equal(`Webhook ${id} is now off.`);
    expect((await command("webhook", "list")).split("\n")).to.include(
      line.replace("on\t", "off\t").replace("anonymous", "editor"),
    );
    expect(await command("webhook", "replay", id)).to.include("The webhook is switched off.");
    expect(await command("webhook", "on", id)).to.equal(`Webhook ${id} is now on.`);
    expect(await command("webhook", "replay", id)).to.equal("Deliveries queued again: 0");
    expect(await command("webhook", "deliveries", id)).to.equal("");
    expect(await command("webhook", "rotate", id))
      .to.match(/^whsec_/)
      .and.not.equal(secret);
    expect(await command("webhook", "remove", id)).to.equal(`Webhook ${id} removed.`);
    for (const [args, problem] of [
      [["list"], ""],
      [["remove", id], "Webhook not found."],
      [["add", "nowhere", "--events", "event.created"], "--url: Must be an HTTP"],
      [["add", receiver.url], "--events is missing."],
      [["add", receiver.url, "--events", "x"], "--events: not one of: event.created"],
      [["paint", id], "Use: add URL"],
      [["add"], "Use: add URL"],
    ] as const)
      expect(await command("webhook", ...args), args.join(" ")).to.include(problem);
  });
});
