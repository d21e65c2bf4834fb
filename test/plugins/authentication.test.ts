import { CalendarError } from "@kalends/core";
import type { AuthenticationScheme, Plugin } from "@kalends/core/interface";
import { expect } from "chai";
import { createCalendar } from "kalends";
import { type StartedCalendar, startCalendar } from "../http/start-calendar.ts";
import { firstStore, stores } from "../stores.ts";

type Outcome = ReturnType<AuthenticationScheme["authenticate"]>;

const WHEN = { start_date: "2031-04-01 10:00:00", end_date: "2031-04-01 12:00:00" };

const schemesOf = (asked: unknown[]): Plugin => ({
  name: "badges",
  setup: () => ({
    authentication: [
      {
        name: "badges",
        headers: ["x-badge"],
        authenticate(request): Outcome {
          asked.push(request);
          const [kind = "", value = ""] = (request.headers["x-badge"] ?? "").split(" ");
          const answers: Readonly<Record<string, () => Outcome>> = {
            name: () => ({ account: value }),
            id: () => ({ account: Number(value) }),
            roles: () => ({ id: "badge:77", roles: [value as never] }),
            rights: async () => ({ id: "badge:78", capabilities: ["edit", "publish"] }),
            number: () => ({ id: 1, roles: ["editor"] }),
            digits: () => ({ id: "1", roles: ["editor"] }),
            wrong: () => ({ failure: "incorrect_password" }),
            odd: () => ({ failure: "rest_no_route" as never }),
            nonsense: () => ({}) as never,
            breaks: () => {
              throw new Error("the badge reader is broken");
            },
            away: () => Promise.reject(new CalendarError("rest_storage_unavailable")),
          };
          return answers[kind]?.();
        },
      },
      { name: "last", headers: ["x-badge", "cookie"], authenticate: () => undefined },
      {
        name: "cookies",
        headers: ["cookie"],
        authenticate: ({ headers: { cookie } }) =>
          cookie === "who=editor" ? { account: "editor" } : undefined,
      },
    ],
  }),
});

for (const store of firstStore) {
  describe(`authentication by plugins on ${store.name}`, () => {
    const asked: unknown[] = [];
    const logged: unknown[] = [];
    let calendar: StartedCalendar;
    before(async () => {
      calendar = await startCalendar(store, {
        plugins: [schemesOf(asked)],
        cacheMaxAge: 60,
        logger: { debug() {}, info() {}, warn() {}, error: (...line) => void logged.push(line) },
      });
    });
    after(() => calendar.close());

    const post = (headers: Readonly<Record<string, string>>, as?: string) =>
      calendar.post("/events", { headers, json: { title: "A", ...WHEN }, ...(as !== undefined && { as }) });
    const badge = (text: string) => post({ "X-Badge": text });
    const authorOf = async (text: string): Promise<unknown> => {
      const { status, body } = await badge(text);
      return status === 201 ? [body.author, body.status] : [status, body.code];
    };

    it("knows accounts by name and by id, with the rights that they have, and others with their own", async () => {
      const { users } = calendar;
      expect(await authorOf("name editor")).to.deep.equal([String(users.get("editor")), "publish"]);
      expect(await authorOf(`id ${users.get("contributor")}`)).to.deep.equal([
        String(users.get("contributor")),
        "draft",
      ]);
      expect(await authorOf("roles author")).to.deep.equal(["1000000000", "publish"]);
      expect(await authorOf("rights")).to.deep.equal(["1000000001", "publish"]);
    });

    it("refuses what does not hold, also for reads, and what leads to nobody", async () => {
      expect(await authorOf("wrong")).to.deep.equal([401, "incorrect_password"]);
      const read = await calendar.get("/events", { headers: { "X-Badge": "wrong" } });
      expect([read.status, read.headers["cache-control"]]).to.deep.equal([401, "no-store"]);
      expect(await authorOf("id 99999")).to.deep.equal([401, "rest_forbidden"]);
      expect(await authorOf("name nobody")).to.deep.equal([401, "rest_forbidden"]);
    });

    it("never makes a visitor of somebody when it fails", async () => {
      const INTERNAL = [500, "internal_server_error"];
      for (const text of ["breaks", "odd", "nonsense", "roles king", "number", "digits"]) {
        logged.splice(0);
        expect(await authorOf(text), text).to.deep.equal(INTERNAL);
        const { status } = await calendar.get("/events", { headers: { "X-Badge": text } });
        expect(status, text).to.equal(500);
        expect(logged, text).to.have.length(2);
      }
      expect(await authorOf("away")).to.deep.equal([503, "rest_storage_unavailable"]);
    });

    it("comes before the accounts, which are asked where no scheme knows the credentials", async () => {
      const both = await post({ "X-Badge": "name editor" }, "author");
      expect(both.body.author).to.equal(String(calendar.users.get("editor")));
      const other = await post({ "X-Badge": "something else" }, "author");
      expect(other.body.author).to.equal(String(calendar.users.get("author")));
      expect((await post({ "X-Badge": "something else" })).status).to.equal(401);
    });

    it("is asked about requests with its headers alone, and sees no others", async () => {
      asked.splice(0);
      await calendar.get("/events", { as: "editor" });
      expect(asked).to.deep.equal([]);
      await calendar.get("/events", { headers: { "X-Badge": "a", Authorization: "", "X-Other": "b" } });
      expect(asked).to.deep.equal([
        {
          headers: { "x-badge": "a" },
          parameters: {},
          path: "/events",
          method: "GET",
          ...{ query: [], hasBody: false },
          address: "127.0.0.1",
        },
      ]);
    });

    it("keeps answers apart in caches, and lets scripts of other sites send its headers", async () => {
      const { headers } = await calendar.get("/events");
      expect(headers.vary).to.include("X-Badge").and.include("Cookie").and.include("Authorization");
      expect(headers["access-control-allow-headers"]).to.match(/Prefer, .+, X-Badge$/);
      const known = await calendar.get("/events", { headers: { "X-Badge": "name editor" } });
      expect(known.headers["cache-control"]).to.equal("private, no-cache");
    });

    it("takes no cookie from pages of other sites", async () => {
      const cookie = "who=editor";
      expect((await post({ cookie })).status).to.equal(201);
      expect((await post({ cookie, origin: "https://evil.example" })).status).to.equal(401);
      expect((await post({ cookie, "sec-fetch-site": "cross-site" })).status).to.equal(401);
    });
  });
}

describe("authentication by plugins in a host", () => {
  it("comes before its identity, and knows none of our accounts", async () => {
    const host = { identity: () => ({ id: 5, roles: ["author"] as const }) };
    const plugin = schemesOf([]);
    const calendar = await startCalendar(
      { open: async () => (await stores[0]?.open()) as never },
      {
        ...host,
        plugins: [plugin],
      },
    );
    const create = async (text: string) => {
      const { status, body } = await calendar.post("/events", {
        headers: { "X-Badge": text },
        json: { title: "A", ...WHEN },
      });
      return body.author ?? status;
    };
    expect(await create("roles editor")).to.equal("1000000000");
    expect(await create("number")).to.equal("1");
    expect(await create("not for it")).to.equal("5");
    expect(await create("name editor")).to.equal(500);
    await calendar.close();
  });

  it("has names and headers that can be used", async () => {
    const scheme = { name: "one", headers: ["x-one"], authenticate: () => undefined };
    const problemOf = (...schemes: readonly object[]) => {
      const plugin = {
        name: "doubtful",
        setup: () => ({ authentication: schemes }),
      } as unknown as Plugin;
      return createCalendar({ storage: "sqlite::memory:", plugins: [plugin] }).then(
        (calendar) => calendar.close().then(() => "fine"),
        String,
      );
    };
    expect(await problemOf(scheme)).to.equal("fine");
    expect(await problemOf(scheme, scheme)).to.include("the authentication scheme one");
    for (const headers of [undefined, [], ["X-One"], "x-one"])
      expect(await problemOf({ ...scheme, headers })).to.match(/headers/);
  });
});
