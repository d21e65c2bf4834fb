import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { JsonObject } from "@kalends/core";
import type { Plugin, PluginDeps, PluginRoute } from "@kalends/core/interface";
import { expect } from "chai";
import { everythingStored, isInFile } from "../everything-stored.ts";
import type { TestResponse } from "../http/client.ts";
import { sendBatch } from "../http/send-batch.ts";
import { type StartedCalendar, startCalendar } from "../http/start-calendar.ts";
import { inProcessClient } from "../in-process-client.ts";
import { stores } from "../stores.ts";

type Badge = { readonly name: string };

const secretOf = (name: string): string => `secret-of-${name}`;
const present = (id: string, { name }: Badge): JsonObject => ({ id: Number(id), name });

const create = (deps: PluginDeps): PluginRoute => {
  const badges = deps.collection<Badge>("badges");
  return {
    method: "POST",
    path: "/badges",
    description: "Makes a badge, and shows its secret once.",
    parameters: { name: { description: "Its name.", type: "string", required: true } },
    permits: ({ id }) => id !== undefined,
    secrets: {
      members: ["badge"],
      async reread({ id }) {
        const found = await badges.get(String(id));
        return found && present(String(id), found);
      },
    },
    async run({ name }) {
      const id = String(1 + (await badges.count()));
      const badge: Badge = { name: String(name) };
      await badges.insert(id, badge);
      if (name === "fails") throw new Error("after it was stored");
      return {
        status: 201,
        headers: { "X-Badge": "new" },
        body: { ...present(id, badge), badge: secretOf(badge.name) },
      };
    },
  };
};

const remove = ({ collection }: PluginDeps): PluginRoute => ({
  method: "DELETE",
  path: "/badges/{id}",
  description: "Removes a badge.",
  parameters: {},
  permits: ({ id }) => id !== undefined,
  async run(_values, { id }) {
    await collection("badges").change(String(id), () => null);
    return { body: { removed: true } };
  },
});

const BADGES: Plugin = {
  name: "badges",
  collections: [{ name: "badges" }],
  setup: (deps) => ({ routes: [create(deps), remove(deps)] }),
};

for (const store of stores) {
  describe(`secrets in the responses of routes, on ${store.name}`, () => {
    let directory: string;
    let address: string;
    let calendar: StartedCalendar;
    let lines: string[];

    const start = async (): Promise<void> => {
      const note = (message: string, fields: object = {}): void =>
        void lines.push(message + JSON.stringify(fields));
      calendar = await startCalendar(
        { open: () => store.openAt(address) },
        {
          ...{ plugins: [BADGES], audit: true, changes: true },
          logger: { debug: note, info: note, warn: note, error: note },
        },
      );
    };
    beforeEach(async () => {
      directory = await mkdtemp(join(tmpdir(), "kalends-"));
      address = await store.newAddress(directory, "kalends");
      lines = [];
      await start();
    });
    afterEach(async () => {
      await calendar.close();
      await rm(directory, { recursive: true });
    });

    const post = (name: string, key: string, query = ""): Promise<TestResponse> =>
      calendar.post(`/badges${query}`, { as: "editor", json: { name }, headers: { "Idempotency-Key": key } });
    const count = async (): Promise<number> =>
      (await everythingStored(calendar.store)).filter(({ collection }) => collection === "badges/badges")
        .length;
    const expectNowhere = async (name: string): Promise<void> => {
      const found = (await everythingStored(calendar.store)).filter(({ text }) =>
        text.includes(secretOf(name)),
      );
      expect(found.map(({ collection }) => collection)).to.deep.equal([]);
      expect(isInFile(address, secretOf(name))).to.equal(false);
      expect(lines.filter((line) => line.includes(secretOf(name)))).to.deep.equal([]);
    };

    it("are shown once: the same request again has the record without them, and does nothing", async () => {
      const first = await post("ann", "a-key");
      expect([first.status, first.body]).to.deep.equal([201, { id: 1, name: "ann", badge: secretOf("ann") }]);
      for (const again of await Promise.all([post("ann", "a-key"), post("ann", "a-key")])) {
        expect([again.status, again.body]).to.deep.equal([201, { id: 1, name: "ann" }]);
        expect(again.headers).to.include({ "idempotency-replayed": "true", "x-badge": "new" });
      }
      expect((await post("bob", "a-key")).status).to.equal(422);
      expect(await count()).to.equal(1);
      await expectNowhere("ann");
    });

    it("are no part of a selection of members, either", async () => {
      const first = await post("ann", "a-key", "?_fields=badge");
      expect(first.body).to.deep.equal({ badge: secretOf("ann") });
      expect((await post("ann", "a-key", "?_fields=badge")).body).to.deep.equal({});
      await expectNowhere("ann");
    });

    it("leave a conflict that no waiting ends, once the record is gone", async () => {
      await post("ann", "a-key");
      await calendar.send("DELETE", "/badges/1", { as: "editor" });
      const again = await post("ann", "a-key");
      expect([again.status, again.body.code]).to.deep.equal([409, "rest_idempotency_conflict"]);
      expect(again.body.message).to.include("no longer exists");
      expect(again.headers).not.to.have.property("retry-after");
      expect(await count()).to.equal(0);
    });

    it("are shown once by a batch, too, whose other responses come as they were", async () => {
      const requests = [
        { method: "POST", path: "/badges", body: { name: "ann" } },
        { method: "POST", path: "/tags", body: { name: "Harbour" } },
        { method: "POST", path: "/badges", body: { name: "bob" }, headers: { "Idempotency-Key": "bobs" } },
      ];
      const first = await sendBatch(calendar, requests, { key: "a-batch" });
      expect(first.status, first.text).to.equal(200);
      const bodies = ({ body }: TestResponse) => body.responses.map((one: TestResponse) => one.body);
      expect(bodies(first)[0].badge).to.equal(secretOf("ann"));
      expect(bodies(first)[2].badge).to.equal(secretOf("bob"));
      const again = await sendBatch(calendar, requests, { key: "a-batch" });
      expect([again.status, again.headers["idempotency-replayed"]]).to.deep.equal([200, "true"]);
      expect(bodies(again)).to.deep.equal([{ id: 1, name: "ann" }, bodies(first)[1], { id: 2, name: "bob" }]);
      expect(again.body.responses.map(({ status }: TestResponse) => status)).to.deep.equal([201, 201, 201]);
      expect((await sendBatch(calendar, requests.slice(1), { key: "a-batch" })).status).to.equal(422);
      expect(await count()).to.equal(2);
      for (const name of ["ann", "bob"]) await expectNowhere(name);
      await calendar.send("DELETE", "/badges/1", { as: "editor" });
      const gone = await sendBatch(calendar, requests, { key: "a-batch" });
      expect(gone.status).to.equal(207);
      expect(gone.body.responses.map(({ status }: TestResponse) => status)).to.deep.equal([409, 201, 201]);
      expect(gone.body.responses[0].headers).not.to.have.property("retry-after");
      expect(await count()).to.equal(1);
    });

    it("leave a conflict in a batch whose own responses are stored no more, and nothing is done twice", async () => {
      const requests = [
        { method: "POST", path: "/badges", body: { name: "ann" } },
        { method: "POST", path: "/badges", body: { name: "bob" }, headers: { "Idempotency-Key": "bobs" } },
      ];
      await sendBatch(calendar, requests, { key: "a-batch" });
      // The requests of the batch had secrets, but the batch has its own stored response.
      const collection = "kalends/idempotency";
      const found = await calendar.store.documents.list({ collection, descending: false, limit: 100 });
      const stored = found.filter(({ value }) => !JSON.stringify(value).includes("ask again"));
      expect(stored).to.have.length(2);
      await calendar.store.transaction(async ({ documents }) => {
        for (const { key } of stored) await documents.remove(collection, key);
      });
      for (const _time of [1, 2]) {
        const again = await sendBatch(calendar, requests, { key: "a-batch" });
        expect(again.status).to.equal(207);
        expect(
          again.body.responses.map(({ status, body }: TestResponse) => [status, body.code]),
        ).to.deep.equal([
          [409, "rest_idempotency_conflict"],
          [409, "rest_idempotency_conflict"],
        ]);
      }
      expect(await count()).to.equal(2);
    });

    it("have no place in an atomic batch", async () => {
      const requests = [{ method: "POST", path: "/badges", body: { name: "ann" } }];
      const answer = await sendBatch(calendar, requests, { key: "a-batch", atomic: true });
      expect(answer.body.responses.map(({ status }: TestResponse) => status)).to.deep.equal([400]);
      expect(await count()).to.equal(0);
    });

    it("are shown once in process", async () => {
      const api = inProcessClient(calendar.calendar, {
        id: calendar.users.get("editor") ?? 0,
        roles: ["editor"],
      });
      const request = {
        method: "POST",
        path: "/badges",
        body: { name: "ann" },
        idempotencyKey: "a-key",
      } as const;
      const [first, again] = [await api.send(request), await api.send(request)];
      expect([first, again]).to.deep.equal([
        { id: 1, name: "ann", badge: secretOf("ann") },
        { id: 1, name: "ann" },
      ]);
      expect(await count()).to.equal(1);
      await expectNowhere("ann");
    });

    it("are not made twice where the response of the first request was lost", async () => {
      expect((await post("fails", "a-key")).status).to.equal(500);
      const again = await post("fails", "a-key");
      expect([again.status, again.body.code]).to.deep.equal([409, "rest_idempotency_conflict"]);
      expect(await count()).to.equal(1);
    });
  });
}
