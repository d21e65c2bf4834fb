import { createAccounts } from "@kalends/accounts";
import type { Plugin } from "@kalends/core/interface";
import { expect } from "chai";
import { NOW, type StartedCalendar, startCalendar } from "../http/start-calendar.ts";
import { inProcessClient } from "../in-process-client.ts";
import { addPassword } from "../rights/credentials.ts";
import { stores } from "../stores.ts";

interface Badge {
  readonly credential?: string;
}

for (const store of stores) {
  describe(`credentials that plugins issue, on ${store.name}`, () => {
    let calendar: StartedCalendar;
    let afterwards: () => Promise<unknown>;

    const plugin: Plugin = {
      name: "badges",
      collections: [{ name: "badges", indexes: ["credential"] }],
      setup: ({ collection }) => ({
        routes: [
          {
            method: "POST",
            path: "/badges",
            description: "Makes a badge.",
            parameters: {},
            permits: ({ id }) => id !== undefined,
            issuesCredentials: true,
            async run(_values, { actor: { credential } }) {
              const badge: Badge = credential?.kind === "password" ? { credential: credential.id } : {};
              await collection<Badge>("badges").insert(String(Math.random()), badge);
              await afterwards();
              return { status: 201, body: { credential: credential ? { ...credential } : null } };
            },
          },
          {
            method: "GET",
            path: "/badges",
            description: "Counts badges.",
            parameters: {},
            permits: () => true,
            run: async () => ({ body: { count: await collection("badges").count() } }),
          },
        ],
        issuedCredentials: [
          {
            name: "badges",
            async revokeMadeWith(credential) {
              const badges = collection<Badge>("badges");
              const { items } = await badges.list({ by: "credential", equals: credential });
              for (const { key } of items) await badges.change(key, () => null);
              return items.length;
            },
          },
        ],
      }),
    };

    beforeEach(async () => {
      afterwards = async () => {};
      calendar = await startCalendar(store, { plugins: [plugin] });
    });
    afterEach(() => calendar.close());

    const count = async (): Promise<number> => (await calendar.get("/badges")).body.count;

    it("know how the caller has signed in", async () => {
      const { id, headers } = await addPassword(calendar, "editor");
      const made = await calendar.post("/badges", { headers, json: {} });
      expect(made.body).to.deep.equal({ credential: { kind: "password", id, label: "a laptop" } });
      // A successful password check is cached.
      expect((await calendar.post("/badges", { headers, json: {} })).body).to.deep.equal(made.body);
      expect(await count()).to.equal(2);
    });

    it("are not for tokens, but for users of the calendar in process", async () => {
      const refused = await calendar.post("/badges", { as: "administrator", json: {} });
      expect([refused.status, refused.body.code]).to.deep.equal([403, "rest_forbidden"]);
      const { status, body } = await calendar.post("/badges", { json: {} });
      expect([status, body.code]).to.deep.equal([401, "rest_forbidden"]);
      const api = inProcessClient(calendar.calendar, {
        id: calendar.users.get("editor") ?? 0,
        roles: ["editor"],
      });
      expect(await api.send({ method: "POST", path: "/badges", body: {} })).to.deep.equal({
        credential: null,
      });
      expect(await count()).to.equal(1);
    });

    it("leave nothing where the password was revoked while they were issued", async () => {
      const [password, another] = [
        await addPassword(calendar, "editor"),
        await addPassword(calendar, "editor"),
      ];
      const administration = createAccounts({ store: calendar.accounts, clock: { now: () => NOW } });
      await calendar.post("/badges", { headers: another.headers, json: {} });
      afterwards = () => administration.revoke("editor", password.id);
      const { status, body } = await calendar.post("/badges", { headers: password.headers, json: {} });
      expect([status, body.code]).to.deep.equal([403, "rest_forbidden"]);
      expect(await count()).to.equal(1);
    });
  });
}
