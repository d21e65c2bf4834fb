import { Readable } from "node:stream";
import { expect } from "chai";
import type { CalendarOptions } from "kalends";
import { runCommandLine } from "kalends/internals";
import { linesOf } from "../a-view.ts";
import {
  NAMESPACE,
  STORAGES,
  type StartedCalendar,
  startCalendar,
  type TestResponse,
} from "../start-calendar.ts";

const TIMES = { start_date: "2031-04-01 10:00:00", end_date: "2031-04-01 11:00:00" };
const FORMS = { tags: ["Quay"] };

const titlesIn = ({ text }: TestResponse): readonly string[] =>
  linesOf(text)
    .filter((line) => line.startsWith("SUMMARY:"))
    .map((line) => line.slice(8));

for (const store of STORAGES)
  describe(`private feeds on ${store}`, () => {
    let started: StartedCalendar;
    const logged: string[] = [];
    const log = (...line: readonly unknown[]): void => void logged.push(JSON.stringify(line));
    const OPTIONS: Partial<CalendarOptions> = { logger: { debug: log, info: log, warn: log, error: log } };

    const run = async (...args: readonly string[]): Promise<string> => {
      let output = "";
      const write = (text: string | Uint8Array): boolean => {
        output += String(text);
        return true;
      };
      const code = await runCommandLine([...args], {
        env: {
          KALENDS_STORAGE: started.storage,
          KALENDS_PLUGINS: "@kalends/icalendar",
          KALENDS_LOG_LEVEL: "silent",
          KALENDS_BASE_URL: "https://town.example",
        },
        stdin: Readable.from([]),
        stdout: { write },
        stderr: { write },
        untilStopped: () => new Promise(() => {}),
      });
      return code === 0 ? output.trim() : `${code}: ${output.trim()}`;
    };

    before(async () => {
      started = await startCalendar(store, OPTIONS);
      await started.write("POST", "/events", { title: "Public", ...TIMES, ...FORMS });
      await started.write("POST", "/events", { title: "Private", ...TIMES, ...FORMS, status: "private" });
      await started.write("POST", "/events", { title: "Private elsewhere", ...TIMES, status: "private" });
    });
    after(() => started.close());

    const make = async (feed: string, as = "editor"): Promise<string> => {
      const { status, body } = await started.send("POST", "/feed-tokens", {
        as,
        json: { feed, label: "phone" },
      });
      expect(status).to.equal(201);
      return String(body.url).slice(String(body.url).indexOf(NAMESPACE) + NAMESPACE.length);
    };

    it("are opened by their address alone, and show what their owner sees", async () => {
      const path = await make("/events.ics?tags=quay");
      expect(titlesIn(await started.get("/events.ics?tags=quay"))).to.deep.equal(["Public"]);
      const answer = await started.get(path);
      expect(titlesIn(answer)).to.deep.equal(["Public", "Private"]);
      expect(answer.headers.get("cache-control")).to.equal("private, no-store");
      const secret = path.slice(path.indexOf("token=") + 6);
      expect(answer.text).not.to.include(secret);
      expect(linesOf(answer.text).find((line) => line.startsWith("SOURCE"))).to.match(
        /events\.ics\?tags=quay$/,
      );
      expect(logged.join()).not.to.include(secret.split(".")[1] ?? "");
      const { status } = await started.send("HEAD", path);
      expect(status).to.equal(200);
    });

    it("open tables, too", async () => {
      const { text, status } = await started.get(await make("/events.csv?columns=title&tags=quay"));
      expect([status, text]).to.deep.equal([200, "title\r\nPublic\r\nPrivate\r\n"]);
      for (const feed of ["/tags.csv", "/events/1.csv", "/events.csv/"])
        expect(
          (await started.send("POST", "/feed-tokens", { as: "editor", json: { feed } })).status,
          feed,
        ).to.equal(400);
    });

    it("open nothing else, and are read alone", async () => {
      const path = await make("/events.ics?tags=quay&search=p");
      const token = path.slice(path.indexOf("token="));
      expect((await started.get(`/events.ics?search=p&${token}&tags=quay`)).status).to.equal(200);
      for (const other of [
        `/events.ics?${token}`,
        `/events.ics?tags=quay&${token}`,
        `/events.ics?tags=quay&search=p&status=draft&${token}`,
        `/events.rss?tags=quay&search=p&${token}`,
        `/events?tags=quay&search=p&${token}`,
        `/events/1?tags=quay&search=p&${token}`,
        `/feed-tokens?tags=quay&search=p&${token}`,
        `${path}x`,
        path.replace(/token=\d+/, "token=1"),
      ])
        expect([(await started.get(other)).status, other]).to.deep.equal([401, other]);
      for (const method of ["POST", "PUT", "DELETE"])
        expect((await started.send(method, path, { json: { status: "draft" } })).status, method).to.equal(
          401,
        );
    });

    it("are seen and revoked by their owner, and by administrators", async () => {
      const path = await make("/events.ics", "author");
      expect((await started.get(path)).status).to.equal(200);
      const { body } = await started.get("/feed-tokens", { as: "administrator" });
      const own = body.tokens.find((one: { feed: string }) => one.feed === "/events.ics");
      expect(own).to.include({ label: "phone" });
      expect(JSON.stringify(body)).not.to.match(/hash|token=/);
      expect((await started.get("/feed-tokens")).status).to.equal(401);
      expect((await started.send("DELETE", `/feed-tokens/${own.id}`)).status).to.equal(401);
      expect((await started.send("DELETE", `/feed-tokens/${own.id}`, { as: "author" })).body).to.deep.equal({
        id: own.id,
        revoked: true,
      });
      expect((await started.get(path)).status).to.equal(401);
      expect((await started.send("DELETE", `/feed-tokens/${own.id}`, { as: "author" })).status).to.equal(403);
    });

    it("are feeds, with names", async () => {
      for (const feed of [
        "",
        "/events",
        "/feed-tokens",
        "https://x.example/events.ics",
        "/events.ics?token=1",
      ]) {
        const { status, body } = await started.send("POST", "/feed-tokens", { as: "author", json: { feed } });
        expect([status, Object.keys(body.data.params)], feed).to.deep.equal([400, ["feed"]]);
      }
      expect((await started.send("POST", "/feed-tokens", { json: { feed: "/events.ics" } })).status).to.equal(
        401,
      );
    });

    it("are at most 50 of a user, and listed page by page", async () => {
      const list = async (query = "") =>
        (await started.send("GET", `/feed-tokens${query}`, { as: "editor" })).body;
      const { total } = await list();
      const tries = Array.from({ length: 53 - total }, () =>
        started.send("POST", "/feed-tokens", { as: "subscriber", json: { feed: "/events.ics" } }),
      );
      const made = await Promise.all(tries);
      expect(made.filter(({ status }) => status === 201)).to.have.length(50 - total);
      const refused = made.filter(({ status }) => status !== 201);
      expect(refused.map(({ status, body }) => [status, body.code, body.data.maximum])).to.deep.equal(
        Array.from({ length: 3 }, () => [409, "rest_limit_reached", 50]),
      );
      const first = await list("?per_page=30&user=7");
      expect([first.tokens.length, first.total]).to.deep.equal([30, 50]);
      const second = await list(`?per_page=30&user=7&cursor=${encodeURIComponent(first.next_cursor)}`);
      expect([second.tokens.length, second.next_cursor]).to.deep.equal([20, null]);
      expect(await list("?user=8")).to.deep.equal({ tokens: [], total: 0, next_cursor: null });
      for (const { body } of made.filter(({ status }) => status === 201))
        await started.send("DELETE", `/feed-tokens/${body.id}`, { as: "editor" });
    });

    it("are those of accounts, with the rights that they have then", async () => {
      await started.restart({ ...OPTIONS, identity: undefined } as never);
      await run("user", "add", "ann", "--role", "editor", "--password", "a long password for tests");
      const address = await run("feed-token", "add", "ann", "--feed", "/events.ics?tags=quay");
      expect(address).to.match(
        /^https:\/\/town\.example\/wp-json\/tribe\/events\/v1\/events\.ics\?tags=quay&token=\d+\.[\w-]{43}$/,
      );
      const path = address.slice(address.indexOf("/events.ics"));
      expect(titlesIn(await started.get(path))).to.deep.equal(["Public", "Private"]);
      await run("user", "role", "ann", "subscriber");
      expect(titlesIn(await started.get(path))).to.deep.equal(["Public"]);
      const list = await run("feed-token", "list");
      const [id = ""] = (list.split("\n").find((line) => line.includes("command line")) ?? "").split("\t");
      await run("user", "remove", "ann");
      expect((await started.get(path)).status).to.equal(401);
      expect(await run("feed-token", "revoke", id)).to.equal(`Feed token ${id} revoked.`);
      expect(await run("feed-token", "revoke", id)).to.include("not found");
      await run("user", "add", "bob", "--role", "editor", "--password", "a long password for tests");
      await run("feed-token", "add", "bob", "--label", "phone of bob");
      expect(await run("person", "bob"))
        .to.match(/"plugin":"icalendar".*"label":"phone of bob"/)
        .and.not.match(/hash/);
      expect(await run("erase", "bob", "--yes")).to.match(/^Erased the account bob\./);
      expect(await run("feed-token", "list")).not.to.include("phone of bob");
      expect(await run("feed-token", "add", "nobody")).to.include('Account "nobody" not found.');
      expect(await run("feed-token", "add", "ann", "--feed", "/events")).to.include(
        "is not the address of a feed",
      );
    });
  });
