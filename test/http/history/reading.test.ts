import { anImage } from "@kalends/storage-contract";
import { expect } from "chai";
import { stores } from "../../stores.ts";
import type { TestResponse } from "../client.ts";
import { type StartedCalendar, startCalendar } from "../start-calendar.ts";
import { adjusted, createVersions } from "./versions.ts";

const TIMES = { start_date: "2031-05-16 20:30:00", end_date: "2031-05-16 23:00:00" };
const EVENT = { title: "Jazz", ...TIMES };

const KINDS = [
  ["/events", EVENT, { title: "Blues" }],
  ["/venues", { venue: "Pier Nine" }, { venue: "Pier Ten" }],
  ["/organizers", { organizer: "Blue Note" }, { organizer: "Red Note" }],
] as const;

const NOT_FOUND = [404, "rest_revision_not_found"];

for (const store of stores) {
  describe(`reading versions on ${store.name}`, () => {
    let calendar: StartedCalendar;
    const versions = createVersions(() => calendar);

    before(async () => {
      calendar = await startCalendar(store, { history: 3 });
    });
    after(() => calendar.close());

    const get = (path: string, as?: string): Promise<TestResponse> => calendar.get(path, as ? { as } : {});
    const codeOf = ({ status, body }: TestResponse): readonly unknown[] => [status, body.code];
    const revisionOf = ({ headers }: TestResponse): number =>
      Number(/^"(\d+)-/.exec(headers.etag ?? "")?.[1]);

    // Source: rules/history.md#version-members.
    it("list when and by whom each content was written, and what the next write changed", async () => {
      const made = await calendar.post("/events", { as: "author", json: EVENT });
      const path = `/events/${made.body.id}`;
      const changed = await versions.change(path, { title: "Blues" });
      await versions.change(path, { excerpt: "Late.", cost: "5" }, "author");
      const common = { date_utc: "2031-03-10 14:30:00" };
      const [newest, oldest] = await versions.of(path);
      expect(newest.changed).to.have.members(["excerpt", "cost"]);
      expect(newest).to.deep.include({
        ...common,
        revision: revisionOf(changed),
        author: String(calendar.users.get("editor")),
      });
      expect(oldest).to.deep.equal({
        ...common,
        revision: revisionOf(made),
        author: String(calendar.users.get("author")),
        changed: ["title"],
      });
    });

    for (const [collection, json, changes] of KINDS) {
      it(`show the earlier content of ${collection}`, async () => {
        const path = await versions.make(collection, json);
        expect(await versions.of(path)).to.deep.equal([]);
        const { json_ld: _, ...before } = await versions.read(path);
        await versions.change(path, changes);
        const [listed] = await versions.of(path);
        const { status, text, body } = await get(`${path}/revisions/${listed.revision}`, "editor");
        expect(status, text).to.equal(200);
        expect(body).to.deep.equal({ ...listed, record: before });
        const selected = await get(`${path}/revisions/${listed.revision}?_fields=record.id`, "editor");
        expect(selected.body).to.deep.equal({ record: { id: before.id } });
      });

      it(`do not exist under other numbers and records: ${collection}`, async () => {
        const path = await versions.make(collection, json);
        const other = await versions.make(collection, { ...json, ...changes });
        await versions.change(path, { description: "Of its own." });
        for (const status of ["draft", "publish", "private"]) await versions.change(other, { status });
        const [{ revision }] = await versions.of(other);
        for (const number of [revision, 0, 1, "9".repeat(30), "007"]) {
          const at = `${path}/revisions/${number}`;
          expect(codeOf(await get(at, "editor")), at).to.deep.equal(NOT_FOUND);
          expect(codeOf(await calendar.post(`${at}/restore`, { as: "editor" })), at).to.deep.equal(NOT_FOUND);
        }
        for (const number of ["-1", "1.0", "x", ""])
          expect((await get(`${path}/revisions/${number}x`, "editor")).body.code).to.equal("rest_no_route");
        const missing =
          collection === "/events" ? [404, "rest-event-not-found"] : [400, "rest_invalid_param"];
        for (const at of ["/999999/revisions", "/999999/revisions/1", `/${"9".repeat(30)}/revisions`])
          expect(codeOf(await get(`${collection}${at}`, "editor")), at).to.deep.equal(missing);
      });
    }

    it("list no more than the configuration says, and find no others", async () => {
      const path = await versions.make("/venues", { venue: "Hall" });
      const made = await calendar.get(path);
      for (const phone of ["1", "2", "3", "4"]) await versions.change(path, { phone });
      expect(await versions.of(path)).to.have.length(3);
      const at = `${path}/revisions/${revisionOf(made)}`;
      expect(codeOf(await get(at, "editor"))).to.deep.equal(NOT_FOUND);
      expect(codeOf(await calendar.post(`${at}/restore`, { as: "editor" }))).to.deep.equal(NOT_FOUND);
    });

    // Source: rules/history.md#history-rights.
    it("need the right to edit the record as it is now", async () => {
      const path = await versions.make("/events", { ...EVENT, status: "draft" }, "contributor");
      await versions.change(path, { title: "Secret" }, "contributor");
      await versions.change(path, { title: "Public" }, "contributor");
      const [{ revision }] = await versions.of(path);
      const addresses = [`${path}/revisions`, `${path}/revisions/${revision}`];
      const restore = `${path}/revisions/${revision}/restore`;
      const expectFor = async (as: string | undefined, status: number): Promise<void> => {
        for (const address of addresses) expect((await get(address, as)).status, as).to.equal(status);
        const { status: tried } = await calendar.post(restore, {
          ...(as && { as }),
          json: { dry_run: true },
        });
        expect(tried, as).to.equal(status);
      };
      for (const as of ["editor", "administrator", "contributor"]) await expectFor(as, 200);
      for (const as of ["author", "other", "subscriber"]) await expectFor(as, 403);
      await expectFor(undefined, 401);
      await versions.change(path, { status: "publish" });
      // A contributor may not edit published records.
      await expectFor("contributor", 403);
      await versions.change(path, { author: String(calendar.users.get("author")) });
      await expectFor("author", 200);
      await expectFor("other", 403);
    });

    it("name the methods that the caller may use", async () => {
      const path = await versions.make("/events", EVENT);
      await versions.change(path, { title: "Blues" });
      const [{ revision }] = await versions.of(path);
      const restored = await versions.restore(path);
      expect(restored.headers.allow).to.equal("POST");
      for (const at of [`${path}/revisions`, `${path}/revisions/${revision}`])
        expect((await get(at, "editor")).headers.allow).to.equal("GET");
      for (const as of ["contributor", undefined])
        expect((await get(`${path}/revisions`, as)).headers.allow).to.equal("");
    });

    // Source: rules/history.md#version-members, rules/history.md#missing-references.
    it("neither show nor restore images that the caller may not see", async () => {
      const id = await calendar.store.ids.next("record");
      const uploader = calendar.users.get("editor") ?? 0;
      await calendar.store.images.save(anImage({ id, author: uploader, alt: "A secret" }));
      const author = String(calendar.users.get("contributor"));
      const path = await versions.make("/events", { ...EVENT, author, status: "draft", image: String(id) });
      await versions.change(path, { image: "" });
      const [{ revision }] = await versions.of(path);
      const at = `${path}/revisions/${revision}`;
      expect((await get(at, "contributor")).body.record.image).to.equal(false);
      expect((await get(at, "editor")).body.record.image.alt).to.equal("A secret");
      const restored = await calendar.post(`${at}/restore`, { as: "contributor" });
      expect([restored.status, adjusted(restored), restored.body.image]).to.eql([200, ["image"], false]);
    });

    it("do not show venues that the caller may not read", async () => {
      const venue = await versions.make("/venues", { venue: "Hidden", status: "private" });
      const json = { ...EVENT, venue: venue.split("/").at(-1), author: String(calendar.users.get("author")) };
      const path = await versions.make("/events", json);
      await versions.change(path, { title: "Blues" });
      const [{ revision }] = await versions.of(path);
      const shownTo = async (as: string) =>
        (await get(`${path}/revisions/${revision}`, as)).body.record.venue;
      expect((await shownTo("editor")).venue).to.equal("Hidden");
      expect(await shownTo("author")).to.deep.equal([]);
    });
  });
}
