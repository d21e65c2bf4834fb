import type { IncomingMessage } from "node:http";
import type { Logger } from "@kalends/core";
import type { LogFields } from "@kalends/core/interface";
import type { StoreWithAccounts } from "@kalends/core/storage";
import { expect } from "chai";
import { type Calendar, type CalendarOptions, createCalendar, type Identity } from "kalends";
import { inProcessClient } from "../in-process-client.ts";
import { firstStore } from "../stores.ts";
import { AN_EVENT, CLOCK, type HostServer, listen } from "./host-server.ts";

const USERS: Readonly<Record<string, Identity>> = {
  alma: { id: 7, roles: ["editor"] },
  bruno: { id: 8, roles: ["contributor"] },
  clerk: { id: 9, capabilities: ["edit", "publish", "edit_published"] },
  guest: { id: 10, roles: [] },
  broken: { id: 0, roles: ["editor"] },
  // A host application in JavaScript can return this.
  odd: { id: 11, roles: ["chief"] } as unknown as Identity,
};

/** Returns the user of the session. The cookie or the token contains the name of the user. */
const identity = ({ headers }: IncomingMessage): Promise<Identity | undefined> =>
  Promise.resolve(
    USERS[/\b(?:user=|Bearer |Basic )(\w+)/.exec(headers.cookie ?? headers.authorization ?? "")?.[1] ?? ""],
  );

const as = (user: string): { readonly headers: Readonly<Record<string, string>> } => ({
  headers: { cookie: `user=${user}` },
});

for (const { name, open } of firstStore) {
  describe(`createCalendar with the host's users, on ${name}`, () => {
    let store: StoreWithAccounts;
    let calendar: Calendar;
    let server: HostServer;
    let errors: (LogFields | undefined)[];

    const start = async (options: CalendarOptions = {}): Promise<void> => {
      const logger: Logger = {
        debug() {},
        info() {},
        warn() {},
        error: (_message, fields) => void errors.push(fields),
      };
      calendar = await createCalendar({
        storage: store,
        scheduler: false,
        clock: CLOCK,
        identity,
        logger,
        ...options,
      });
      server = await listen(calendar.callback);
    };

    beforeEach(async () => {
      errors = [];
      store = await open();
    });
    afterEach(async () => {
      await server.close();
      await calendar.close();
      await store.close();
    });

    it("gives everybody the rights of his roles, or those given one by one", async () => {
      await start();
      const write = async (user: string): Promise<readonly unknown[]> => {
        const { status, body } = await server.post("/events", { ...as(user), json: AN_EVENT });
        return [status, body.status ?? body.code, body.author];
      };
      expect(await write("alma")).to.deep.equal([201, "publish", "7"]);
      expect(await write("bruno")).to.deep.equal([201, "draft", "8"]);
      expect(await write("clerk")).to.deep.equal([201, "publish", "9"]);
      expect((await write("guest")).slice(0, 2)).to.deep.equal([403, "rest_forbidden"]);
      expect((await write("nobody")).slice(0, 2)).to.deep.equal([401, "rest_forbidden"]);
      const venue = await server.post("/categories", { ...as("clerk"), json: { name: "Music" } });
      expect(venue.status).to.equal(403);
    });

    it("takes undefined and null for visitors, of requests and of callers in process", async () => {
      for (const nobody of [undefined, null]) {
        await start({ identity: async () => nobody });
        const { status, body } = await server.post("/events", { json: AN_EVENT });
        expect([status, body.code], String(nobody)).to.deep.equal([401, "rest_forbidden"]);
        expect((await server.get("/events")).status).to.equal(200);
        expect((await calendar.as(nobody).events.list()).total).to.equal(0);
        expect((await inProcessClient(calendar, nobody).events.list().page()).total).to.equal(0);
        await server.close();
      }
      expect(errors).to.deep.equal([]);
    });

    it("asks once for each right that a request comes down to, where rights are asked for", async () => {
      const asked: string[] = [];
      const can = (capability: string): boolean => {
        asked.push(capability);
        return capability === "edit" || capability === "publish";
      };
      await start({ identity: () => ({ id: 12, can }) });
      const { status, body } = await server.post("/events", { json: AN_EVENT });
      expect([status, body.status, body.author]).to.deep.equal([201, "publish", "12"]);
      expect(asked).to.include.members(["edit", "publish"]);
      expect(new Set(asked).size).to.equal(asked.length);
      expect((await server.post(`/events/${body.id}`, { json: { title: "Mine" } })).status).to.equal(403);
      expect((await server.post("/tags", { json: { name: "Mine" } })).status).to.equal(403);
    });

    it("gives no right that is not answered with true", async () => {
      for (const answer of [Promise.resolve(true), "yes", undefined]) {
        await start({ identity: () => ({ id: 12, can: () => answer as unknown as boolean }) });
        const { status, text } = await server.post("/events", { json: AN_EVENT });
        expect([status, text.includes("neither true nor false")]).to.deep.equal([500, false]);
        await server.close();
      }
      expect(errors).to.have.length(3);
    });

    it("lets a right that cannot be answered after a write leave the write alone", async () => {
      const can = (capability: string): boolean => {
        if (capability.endsWith("_published")) throw new Error("the directory is away");
        return true;
      };
      await start({ identity: () => ({ id: 12, can }) });
      const { body } = await server.post("/events", { json: { ...AN_EVENT, status: "draft" } });
      const published = await server.post(`/events/${body.id}`, { json: { status: "publish" } });
      expect([published.status, published.body.status]).to.deep.equal([200, "publish"]);
      expect(published.headers.allow).to.equal("GET");
      expect((await server.post(`/events/${body.id}`, { json: { title: "Again" } })).status).to.equal(500);
      const who = { id: 13, can: () => true };
      expect((await calendar.as(who).events.create(AN_EVENT)).event.author).to.equal(13);
    });

    it("makes, reads and keeps no account, whatever Authorization says", async () => {
      await start();
      const basic = `Basic ${Buffer.from("admin:secret").toString("base64")}`;
      const answer = await server.get("/events", { headers: { authorization: basic } });
      expect(answer.status).to.equal(200);
      expect(await (await store.openAccounts()).list()).to.deep.equal([]);
    });

    it("takes any id as an author, unless the host says who is one", async () => {
      await start();
      const json = { ...AN_EVENT, author: 4711 };
      expect((await server.post("/events", { ...as("alma"), json })).body.author).to.equal("4711");
      await server.close();
      await calendar.close();
      await start({ authors: { isAuthor: (id) => Promise.resolve(Number(id) < 100) } });
      const refused = await server.post("/events", { ...as("alma"), json });
      expect([refused.status, Object.keys(refused.body.data.params)]).to.deep.equal([400, ["author"]]);
    });

    it("tells caches apart by cookie, and keeps what is for one from all others", async () => {
      await start({ cacheMaxAge: 60 });
      const anonymous = await server.get("/events");
      expect(anonymous.headers.vary).to.include("Cookie").and.include("Authorization");
      const signedIn = await server.get("/events", as("alma"));
      expect(signedIn.headers["cache-control"]).to.include("private");
    });

    describe("pages of other sites", () => {
      const foreign = { ...as("alma").headers, origin: "https://elsewhere.example" };

      it("act for nobody", async () => {
        await start();
        const { status } = await server.post("/events", { headers: foreign, json: AN_EVENT });
        expect(status).to.equal(401);
        await server.post("/events", { ...as("alma"), json: { ...AN_EVENT, status: "private" } });
        expect((await server.get("/events", { headers: foreign })).body.total).to.equal(0);
      });

      it("do not get past by an opaque origin, a form without one, or a link that says it writes", async () => {
        await start();
        const { body } = await server.post("/events", { ...as("alma"), json: AN_EVENT });
        const attempts = [
          { headers: { ...as("alma").headers, origin: "null" } },
          { headers: { ...as("alma").headers, "sec-fetch-site": "cross-site" } },
          { headers: { ...as("alma").headers, "sec-fetch-site": "same-site" } },
        ];
        for (const attempt of attempts) {
          expect((await server.send("DELETE", `/events/${body.id}`, attempt)).status).to.equal(401);
        }
        // `same-origin` is an image in a page of the host; `none` is a link in an email.
        for (const site of ["cross-site", "same-origin", "none"]) {
          const headers = { ...as("alma").headers, "sec-fetch-site": site };
          const { status } = await server.get(`/events/${body.id}?_method=DELETE`, { headers });
          expect(status, site).to.equal(401);
        }
        expect((await server.get(`/events/${body.id}?_method=DELETE`, as("alma"))).status).to.equal(401);
        expect((await server.get(`/events/${body.id}`)).status).to.equal(200);
      });

      it("act for whoever is signed in where the host trusts them", async () => {
        await start({ trustedOrigins: ["https://elsewhere.example"] });
        expect((await server.post("/events", { headers: foreign, json: AN_EVENT })).status).to.equal(201);
      });

      it("act with credentials of their own, but not with those that browsers add", async () => {
        await start();
        const write = async (headers: Readonly<Record<string, string>>): Promise<number> =>
          (await server.post("/events", { headers, json: AN_EVENT })).status;
        const { origin } = foreign;
        expect(await write({ origin, authorization: "Bearer alma" })).to.equal(201);
        expect(await write({ ...foreign, authorization: "Bearer x" })).to.equal(401);
        expect(await write({ origin, authorization: "Basic alma" })).to.equal(401);
        expect(await write({ authorization: "Basic alma" })).to.equal(201);
      });

      it("are those of another origin than our own", async () => {
        await start();
        const own = { ...as("alma").headers, origin: server.origin };
        expect((await server.post("/events", { headers: own, json: AN_EVENT })).status).to.equal(201);
      });
    });

    it("answers 500 and says why in the log when the host's answer is nonsense", async () => {
      await start();
      for (const user of ["broken", "odd"]) {
        const { status, body } = await server.get("/events", as(user));
        expect([status, body.code], user).to.deep.equal([500, "internal_server_error"]);
      }
      expect(errors.map((fields) => String(fields?.error))).to.deep.equal([
        "Error: The identity has the id 0, not a whole number from 1.",
        'Error: The identity has "chief", which is not a role; roles: administrator, editor, author, contributor, subscriber.',
      ]);
    });

    it("answers 500 and names the accepted forms in the log when the host's answer is in another one", async () => {
      const forms: readonly (readonly [answer: unknown, problem: string])[] = [
        [
          { id: 7, role: "administrator" },
          "has neither roles nor capabilities nor can; its members: id, role",
        ],
        [{}, "has neither roles nor capabilities nor can; its members: none"],
        [{ id: 7, roles: "administrator" }, "has roles that are not a list of texts"],
        [{ id: 7, roles: [undefined] }, "has roles that are not a list of texts"],
        [{ id: 7, capabilities: "edit" }, "has capabilities that are not a list"],
        [{ id: 7, capabilities: undefined }, "has capabilities that are not a list"],
        [{ id: 7, can: true }, "has a can that is not a function"],
        [[{ id: 7, roles: [] }], "is a list, not an object"],
        ["alma", "is a string, not an object"],
        [true, "is a boolean, not an object"],
      ];
      let given: unknown;
      await start({ identity: () => given as Identity });
      for (const [answer, problem] of forms) {
        given = answer;
        errors = [];
        const { status, body, text } = await server.get("/events");
        expect([status, body.code], problem).to.deep.equal([500, "internal_server_error"]);
        expect(text).to.not.include("Accepted forms");
        const [fields] = errors;
        expect(String(fields?.error)).to.equal(
          `Error: The identity ${problem}. Accepted forms: { id, roles: ["editor"] }, { id, capabilities: ["edit"] }, { id, can: (capability) => boolean }, and undefined or null for visitors.`,
        );
      }
    });
  });
}
