import type { PluginDeps, PluginRoute } from "@kalends/core/interface";
import { expect } from "chai";
import { stores } from "../stores.ts";
import type { TestResponse } from "./client.ts";
import { aPicture } from "./pictures.ts";
import { type StartedCalendar, startCalendar } from "./start-calendar.ts";
import { formOf, formWith } from "./uploads.ts";

const withKey = (key: string) => ({ "Idempotency-Key": key });

for (const store of stores) {
  describe(`what has an Idempotency-Key on ${store.name}`, () => {
    let calendar: StartedCalendar;
    let runs = 0;
    const route = ({ calendar }: PluginDeps): PluginRoute => ({
      method: "POST",
      path: "/notes",
      description: "Writes a tag.",
      parameters: { name: { description: "Its name.", type: "string", required: true } },
      consumes: { "text/plain": { maxBytes: 1000 } },
      permits: ({ id }) => id !== undefined,
      async run({ name }, { actor }) {
        runs += 1;
        const { term } = await calendar.as(actor).tags.create({ name: String(name) });
        if (name === "fails") throw new Error("after it was written");
        return { status: 202, headers: { "X-Note": "yes" }, body: { run: runs, tag: term.id } };
      },
    });

    before(async () => {
      calendar = await startCalendar(store, {
        plugins: [{ name: "notes", setup: (deps) => ({ routes: [route(deps)] }) }],
      });
    });
    after(() => calendar.close());

    const expectReplayed = (again: TestResponse, first: TestResponse): void => {
      expect(again.text).to.equal(first.text);
      expect(again.status).to.equal(first.status);
      expect(again.headers["idempotency-replayed"]).to.equal("true");
    };

    it("may be an image, as a form or as the body, of which no files are left", async () => {
      const [picture, another] = await Promise.all([aPicture(40, 30), aPicture(41, 30)]);
      const upload = (bytes: Buffer) =>
        calendar.post("/images", {
          as: "author",
          multipart: formOf(["file", bytes, "a.png"]),
          headers: withKey("image"),
        });
      const first = await upload(picture);
      expect(first.status, first.text).to.equal(201);
      const files = (): Promise<readonly string[]> => calendar.blobStore.readAfter("", 100);
      const before = [await calendar.contents(), await files()];
      const crowd = await Promise.all([upload(picture), upload(picture), upload(picture)]);
      for (const again of crowd) expectReplayed(again, first);
      expect((await upload(another)).status).to.equal(422);
      expect([await calendar.contents(), await files()]).to.deep.equal(before);
    });

    it("may be a record with an image", async () => {
      const picture = await aPicture(40, 30);
      const create = (bytes: Buffer) =>
        calendar.post("/venues", {
          as: "author",
          multipart: formWith({ venue: "With a picture" }, ["image", bytes, "a.png"]),
          headers: withKey("form"),
        });
      const first = await create(picture);
      expect(first.status, first.text).to.equal(201);
      expectReplayed(await create(picture), first);
      expect((await create(await aPicture(41, 30))).status).to.equal(422);
    });

    it("may be a series, and a change of its occurrences", async () => {
      const json = {
        title: "Weekly",
        start_date: "2031-06-01 20:00:00",
        end_date: "2031-06-01 22:00:00",
        recurrence: { rules: ["FREQ=WEEKLY;COUNT=5"] },
      };
      const first = await calendar.post("/events", { as: "editor", json, headers: withKey("series") });
      expect(first.status, first.text).to.equal(201);
      expectReplayed(
        await calendar.post("/events", { as: "editor", json, headers: withKey("series") }),
        first,
      );
      const path = `/events/${first.body.id}/occurrences/2031-06-08T20:00:00`;
      const change = { as: "editor", json: { title: "Once" }, headers: withKey("series") };
      const changed = await calendar.post(path, change);
      expect(changed.status, changed.text).to.equal(200);
      expectReplayed(await calendar.post(path, change), changed);
    });

    it("may be a route of a plugin", async () => {
      const post = (name: string, key: string) =>
        calendar.post("/notes", { as: "editor", json: { name }, headers: withKey(key) });
      const first = await post("noted", "note");
      expect(first.status, first.text).to.equal(202);
      const again = await post("noted", "note");
      expectReplayed(again, first);
      expect(again.headers["x-note"]).to.equal("yes");
      expect((await post("other", "note")).status).to.equal(422);
      expect((await post("fails", "failure")).status).to.equal(500);
      const lost = await post("fails", "failure");
      expect([lost.status, lost.body.code]).to.deep.equal([409, "rest_idempotency_conflict"]);
      expect(lost.headers["retry-after"]).to.equal("5");
      expect(runs).to.equal(2);
      const content = await calendar.post("/notes?name=text", {
        as: "editor",
        raw: "text",
        headers: { ...withKey("content"), "content-type": "text/plain" },
      });
      expect(content.status).to.equal(400);
      expect(content.body.data.params).to.have.key("Idempotency-Key");
    });

    it("counts for POST alone", async () => {
      const { body } = await calendar.post("/tags", { as: "editor", json: { name: "put" } });
      for (const name of ["one", "two"]) {
        const sent = { as: "editor", json: { name }, headers: withKey("put") };
        expect((await calendar.send("PUT", `/tags/${body.id}`, sent)).body.name).to.equal(name);
        expect((await calendar.post(`/tags/${body.id}?_method=PATCH`, sent)).body.name).to.equal(name);
      }
    });
  });
}
