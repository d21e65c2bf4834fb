import { anImage } from "@kalends/storage-contract";
import { expect } from "chai";
import { stores } from "../../stores.ts";
import type { Body } from "../client.ts";
import { sendBatch } from "../send-batch.ts";
import { type StartedCalendar, startCalendar } from "../start-calendar.ts";
import { adjusted, createVersions } from "./versions.ts";

const TIMES = { start_date: "2031-05-16 20:30:00", end_date: "2031-05-16 23:00:00" };
const EVENT = { title: "Jazz", ...TIMES };
for (const store of stores) {
  describe(`restoring versions on ${store.name}`, () => {
    let calendar: StartedCalendar;
    const versions = createVersions(() => calendar);

    before(async () => {
      calendar = await startCalendar(store, {
        beforeSave: ({ record, actor }) =>
          "title" in record && record.title === "Forbidden" && actor !== undefined
            ? { problem: { parameter: "title", text: "No." } }
            : record,
      });
    });
    after(() => calendar.close());

    const idOf = (path: string): string => path.split("/").at(-1) ?? "";

    // Source: rules/history.md#missing-references.
    it("leaves out what is gone and names it", async () => {
      const venue = await versions.make("/venues", { venue: "Old hall" });
      const [gone, kept] = [
        await versions.make("/organizers", { organizer: "Gone" }),
        await versions.make("/organizers", { organizer: "Kept" }),
      ];
      const category = await versions.make("/categories", { name: "Gone" });
      const image = await calendar.store.ids.next("record");
      await calendar.store.images.save(anImage({ id: image }));
      const path = await versions.make("/events", {
        ...EVENT,
        ...{ venue: idOf(venue), organizer: [idOf(gone), idOf(kept)], image: String(image) },
        ...{ categories: ["Gone", "Kept"], tags: ["gone"] },
      });
      const { tags } = await versions.read(path);
      const nothing = { venue: "", organizer: [], image: "", categories: [], tags: [] };
      await versions.change(path, nothing);
      for (const one of [venue, gone, category, `/tags/${tags[0].id}`]) await versions.remove(one);
      const removed = await calendar.send("DELETE", `/images/${image}`, { as: "administrator" });
      expect(removed.status, removed.text).to.equal(200);
      const contents = await calendar.contents();
      const strict = await versions.restore(path, { headers: { Prefer: "handling=strict" } });
      const names = ["categories", "image", "organizer", "tags", "venue"];
      expect([strict.status, Object.keys(strict.body.data.params).sort()]).to.deep.equal([400, names]);
      expect(await calendar.contents()).to.equal(contents);
      const { status, body, ...answer } = await versions.restore(path);
      expect(status, answer.text).to.equal(200);
      expect(adjusted({ status, body, ...answer })).to.deep.equal(names);
      expect([body.venue, body.image, body.tags]).to.deep.equal([[], false, []]);
      expect(body.organizer.map((one: Body) => one.organizer)).to.deep.equal(["Kept"]);
      expect(body.categories.map((one: Body) => one.name)).to.deep.equal(["Kept"]);
    });

    it("keeps a gone venue that the event has now", async () => {
      const venue = await versions.make("/venues", { venue: "Private", status: "private" });
      const author = String(calendar.users.get("author"));
      const path = await versions.make("/events", { ...EVENT, author, venue: idOf(venue) });
      await versions.change(path, { title: "Blues" });
      const kept = await versions.restore(path, { as: "author" });
      expect([kept.status, adjusted(kept)]).to.deep.equal([200, []]);
      expect((await versions.read(path)).venue.venue).to.equal("Private");
      await versions.change(path, { venue: "" });
      const left = await versions.restore(path, { as: "author" });
      expect([left.status, adjusted(left)]).to.deep.equal([200, ["venue"]]);
      expect((await versions.read(path)).venue).to.deep.equal([]);
    });

    // Source: rules/history.md#restored-author.
    it("restores the author only for callers who may edit records of others", async () => {
      const [author, other] = ["author", "other"].map((name) => String(calendar.users.get(name)));
      const path = await versions.make("/events", { ...EVENT, author: other });
      await versions.change(path, { author, title: "Blues" });
      const kept = await versions.restore(path, { as: "author" });
      expect([kept.status, adjusted(kept)], kept.text).to.deep.equal([200, ["author"]]);
      expect(kept.body).to.include({ author, title: "Jazz" });
      const restored = await versions.restore(path, { place: 1 });
      expect([restored.status, adjusted(restored)], restored.text).to.deep.equal([200, []]);
      expect(restored.body).to.include({ author: other, title: "Jazz" });
    });

    it("leaves out an author who no longer exists", async () => {
      const path = await versions.make("/venues", { venue: "Hall" });
      const id = Number(idOf(path));
      const stored = await calendar.store.venues.find(id);
      if (stored === undefined) throw new Error("The venue is missing.");
      await calendar.store.venues.save({ ...stored, author: 4711 });
      await versions.change(path, { author: String(calendar.users.get("editor")), phone: "1" });
      const { status, body, ...answer } = await versions.restore(path);
      expect([status, adjusted({ status, body, ...answer })]).to.deep.equal([200, ["author"]]);
      expect(body.author).to.equal(String(calendar.users.get("editor")));
      expect(body).not.to.have.property("phone");
    });

    // Source: rules/history.md#restored-status.
    it("restores the status as far as the caller may set it", async () => {
      const path = await versions.make("/events", {
        ...EVENT,
        author: String(calendar.users.get("contributor")),
      });
      await versions.change(path, { status: "draft", title: "Blues" });
      const reduced = await versions.restore(path, { as: "contributor" });
      expect([reduced.body.status, adjusted(reduced)]).to.deep.equal(["pending", ["status"]]);
      const restored = await versions.restore(path, { place: 1 });
      expect([restored.body.status, adjusted(restored)]).to.deep.equal(["publish", []]);
      for (const place of [1, 0]) {
        const back = await versions.restore(path, { place });
        expect(back.body.status).to.equal(place === 1 ? "draft" : "publish");
      }
    });

    for (const collection of ["/events", "/venues"] as const)
      it(`neither takes a record out of the trash nor moves it there: ${collection}`, async () => {
        const [name, fields] = collection === "/events" ? ["title", EVENT] : ["venue", { venue: "Hall" }];
        const path = await versions.make(collection, { ...fields, description: "First" });
        await versions.change(path, { description: "Second" });
        await versions.remove(path);
        const list = await versions.of(path);
        const inTrash = await versions.restore(path, { place: list.length - 1 });
        expect(inTrash.status, inTrash.text).to.equal(200);
        expect(inTrash.body.status).to.equal("trash");
        expect(inTrash.body.description).to.contain("First");
        expect(inTrash.body.slug).to.match(/__trashed/);
        await versions.change(path, { status: "draft", [name]: "Back" });
        const back = await versions.read(path);
        expect(back.status).to.equal("draft");
        expect(back.slug).not.to.contain("trash");
        const fromTrash = await versions.restore(path);
        expect(fromTrash.body.status).to.equal("draft");
        expect(fromTrash.body.slug).to.equal(back.slug);
        expect(fromTrash.body.description).to.contain("First");
      });

    it("asks hooks, which may refuse the content of today", async () => {
      const path = await versions.make("/events", EVENT);
      const stored = await calendar.store.events.find(Number(idOf(path)));
      if (stored === undefined) throw new Error("The event is missing.");
      await calendar.store.events.save({ ...stored, title: "Forbidden" });
      await versions.change(path, { title: "Allowed" });
      const contents = await calendar.contents();
      const refused = await versions.restore(path);
      expect([refused.status, Object.keys(refused.body.data.params)]).to.deep.equal([400, ["title"]]);
      expect(await calendar.contents()).to.equal(contents);
    });

    it("cleans HTML that the caller may not write, and leaves texts that are the same", async () => {
      const html = "<p onclick='x()'>Live</p>";
      const path = await versions.make("/events", { ...EVENT, excerpt: "One" });
      const id = Number(idOf(path));
      const stored = await calendar.store.events.find(id);
      if (stored === undefined) throw new Error("The event is missing.");
      await calendar.store.events.save({ ...stored, description: html });
      await versions.change(path, { excerpt: "Two" });
      const same = await versions.restore(path);
      expect([same.status, adjusted(same)]).to.deep.equal([200, []]);
      expect((await calendar.store.events.find(id))?.description).to.equal(html);
      await versions.change(path, { description: "Clean" });
      const cleaned = await versions.restore(path);
      expect([cleaned.status, adjusted(cleaned)]).to.deep.equal([200, ["description"]]);
      expect((await calendar.store.events.find(id))?.description).to.equal("<p>Live</p>");
    });

    it("gives a slug that another record has a number", async () => {
      const path = await versions.make("/events", { ...EVENT, slug: "taken" });
      await versions.change(path, { slug: "free" });
      await versions.make("/events", { ...EVENT, slug: "taken" });
      const { body, ...answer } = await versions.restore(path);
      expect([body.slug, adjusted({ body, ...answer })]).to.deep.equal(["taken-2", ["slug"]]);
    });

    it("names all other members of the body, and refuses them if strict", async () => {
      const path = await versions.make("/events", EVENT);
      await versions.change(path, { title: "Blues" });
      const json = { title: "Rock", revision: 7 };
      const strict = await versions.restore(path, { json, headers: { Prefer: "handling=strict" } });
      expect([strict.status, Object.keys(strict.body.data.params)]).to.deep.equal([400, ["title"]]);
      const answer = await versions.restore(path, { json });
      expect([answer.body.title, adjusted(answer)]).to.deep.equal(["Jazz", ["title"]]);
    });

    it("restores once for an Idempotency-Key", async () => {
      const path = await versions.make("/events", EVENT);
      await versions.change(path, { title: "Blues" });
      const [{ revision }] = await versions.of(path);
      const send = () =>
        calendar.post(`${path}/revisions/${revision}/restore`, {
          as: "editor",
          headers: { "Idempotency-Key": `restore-${path}` },
        });
      const [first, second] = [await send(), await send()];
      expect(second.headers["idempotency-replayed"]).to.equal("true");
      expect(second.body).to.deep.equal(first.body);
      expect(await versions.of(path)).to.have.length(2);
    });

    it("works in batches, and restores all or nothing in atomic ones", async () => {
      const paths = [
        await versions.make("/events", EVENT),
        await versions.make("/venues", { venue: "Hall" }),
      ];
      for (const path of paths) await versions.change(path, { description: "Changed" });
      const requests = await Promise.all(
        paths.map(async (path) => {
          const [{ revision }] = await versions.of(path);
          return { method: "POST", path: `${path}/revisions/${revision}/restore` };
        }),
      );
      const contents = await calendar.contents();
      const failing = { method: "POST", path: `${paths[0]}/revisions/1/restore` };
      const failed = await sendBatch(calendar, [...requests, failing], { atomic: true });
      expect(failed.body.responses.map(({ status }: Body) => status)).to.deep.equal([424, 424, 404]);
      expect(await calendar.contents()).to.equal(contents);
      const done = await sendBatch(calendar, requests, { atomic: true });
      expect(done.body.responses.map(({ status }: Body) => status)).to.deep.equal([200, 200]);
      for (const path of paths) expect((await versions.read(path)).description ?? "").to.equal("");
    });

    it("is what the client library does", async () => {
      const program = calendar.program("editor");
      const { id } = await program.venues.create({ venue: "Pier Nine" });
      await program.venues.update(id, { venue: "Pier Ten" });
      const [newest] = await program.venues.revisions(id);
      if (newest === undefined) throw new Error("The venue has no version.");
      expect(newest.changed).to.deep.equal(["venue"]);
      expect((await program.venues.revision(id, newest.revision)).record.venue).to.equal("Pier Nine");
      const planned = await program.venues.restore(id, newest.revision, { dryRun: true });
      expect(planned.venue).to.equal("Pier Nine");
      expect((await program.venues.get(id)).venue).to.equal("Pier Ten");
      expect((await program.venues.restore(id, newest.revision)).venue).to.equal("Pier Nine");
    });
  });
}
