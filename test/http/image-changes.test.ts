import { CalendarRequestError } from "@kalends/client";
import { expect } from "chai";
import { stores } from "../stores.ts";
import { aPicture } from "./pictures.ts";
import { sendBatch } from "./send-batch.ts";
import { type StartedCalendar, startCalendar } from "./start-calendar.ts";
import { asRaw, formOf, formWith } from "./uploads.ts";

const EVENT = { title: "Jazz", start_date: "2031-05-01 18:00:00", end_date: "2031-05-01 20:00:00" };
const DETAILS = {
  ...{ alt: "A band", title: "Harbour", credit: 'Ada "A" Example', license: "https://example.org/by/4.0/" },
  focal_point: { x: 0.25, y: 1 },
};

for (const store of stores) {
  describe(`changes of images on ${store.name}`, function () {
    this.timeout(30_000);
    let calendar: StartedCalendar;
    let picture: Buffer;
    let other: Buffer;

    before(async () => {
      [picture, other] = await Promise.all([aPicture(400, 300), aPicture(310, 200)]);
      calendar = await startCalendar(store, { audit: true });
    });
    after(() => calendar.close());

    const upload = async (as = "author") => {
      const { status, body, headers, text } = await calendar.post("/images", {
        as,
        multipart: formOf(["file", picture, "a.png"]),
      });
      expect(status, text).to.equal(201);
      return { id: Number(body.id), body, etag: String(headers.etag) };
    };
    const patch = (id: number, json: object, as = "author", headers: Record<string, string> = {}) =>
      calendar.send("PATCH", `/images/${id}`, { as, json, headers });
    const put = (id: number, as = "author", headers: Record<string, string> = {}, bytes: Buffer = other) =>
      calendar.send("PUT", `/images/${id}/file`, { ...asRaw(bytes, headers), as });

    it("set details, which records show, and raise the revision", async () => {
      const { id, body, etag } = await upload();
      const event = await calendar.post("/events", { as: "author", json: { ...EVENT, image: String(id) } });
      const changed = await patch(id, DETAILS);
      expect(changed.status, changed.text).to.equal(200);
      expect(changed.body).to.deep.equal({ ...body, ...DETAILS });
      expect(changed.headers.etag).to.be.a("string").and.not.equal(etag);
      expect(changed.headers.allow).to.equal("GET, PATCH, DELETE");
      expect((await calendar.get(`/images/${id}`)).body).to.deep.equal(changed.body);
      const shown = await calendar.get(`/events/${event.body.id}`);
      expect(shown.body.image).to.deep.equal(changed.body);
      const cleared = await patch(id, { alt: "", title: "", credit: "", license: "", focal_point: null });
      expect(cleared.body).to.deep.equal(body);
    });

    it("name what they adjust, or refuse it on request, and report unknown names", async () => {
      const { id } = await upload();
      const adjusted = await patch(id, { alt: "<b>Pier</b>", altt: "x", url: "ignored" });
      expect(adjusted.status).to.equal(200);
      expect(adjusted.body.alt).to.equal("Pier");
      expect(adjusted.headers["x-kalends-adjusted"]).to.equal("alt,altt");
      const before = await calendar.contents();
      const strict = await patch(id, { credit: "<i>Ada</i>" }, "author", { prefer: "handling=strict" });
      expect([strict.status, strict.body.code]).to.deep.equal([400, "rest_invalid_param"]);
      const dry = await patch(id, { alt: "Dry", dry_run: true });
      expect([dry.status, dry.body.alt, dry.headers.etag]).to.deep.equal([200, "Dry", undefined]);
      const bad = await patch(id, { focal_point: { x: 0, y: 2 } });
      expect([bad.status, Object.keys(bad.body.data.params)]).to.deep.equal([400, ["focal_point"]]);
      expect(await calendar.contents()).to.equal(before);
    });

    it("obey If-Match", async () => {
      const { id, etag } = await upload();
      expect((await patch(id, { alt: "1" }, "author", { "if-match": etag })).status).to.equal(200);
      const before = await calendar.contents();
      for (const answer of [
        await patch(id, { alt: "2" }, "author", { "if-match": etag }),
        await put(id, "author", { "if-match": etag }),
      ])
        expect([answer.status, answer.body.code]).to.deep.equal([412, "rest_precondition_failed"]);
      expect(await calendar.contents()).to.equal(before);
      const current = String((await calendar.get(`/images/${id}`, { as: "author" })).headers.etag);
      const replaced = await put(id, "author", { "if-match": current });
      expect(replaced.status, replaced.text).to.equal(200);
      expect(replaced.headers.etag).to.be.a("string").and.not.equal(current);
    });

    it("replace the file: records show the new one, and the old addresses stay", async () => {
      const { id, body } = await upload();
      await patch(id, DETAILS);
      const event = await calendar.post("/events", { as: "author", json: { ...EVENT, image: String(id) } });
      const before = await calendar.get(`/events/${event.body.id}`);
      const replaced = await put(id, "author", { "content-disposition": 'attachment; filename="B 2.png"' });
      expect(replaced.status, replaced.text).to.equal(200);
      expect(replaced.body).to.deep.include({ ...DETAILS, id, width: 310, height: 200 });
      expect(replaced.body.url).to.match(new RegExp(`/b-2-${id}-[0-9a-f]{16}\\.png$`));
      const tag = { "if-none-match": String(before.headers.etag) };
      const shown = await calendar.get(`/events/${event.body.id}`, { headers: tag });
      expect([shown.status, shown.body.image]).to.deep.equal([200, replaced.body]);
      const files = [body, replaced.body].flatMap((image) => [image.url, image.sizes.thumbnail.url]);
      for (const file of files) expect((await fetch(file)).status, file).to.equal(200);
      const form = await calendar.send("PUT", `/images/${id}/file`, {
        as: "author",
        multipart: formOf(["file", picture, "c.png"]),
      });
      expect([form.status, form.body.width], form.text).to.deep.equal([200, 400]);
    });

    it("leave no file of a deleted image, not even replaced ones", async () => {
      const { id, body } = await upload();
      const { body: replaced } = await put(id);
      const removed = await calendar.send("DELETE", `/images/${id}`, { as: "author" });
      expect(removed.status).to.equal(200);
      for (const file of [body, replaced].flatMap((image) => [
        image.url,
        image.sizes.medium?.url ?? image.url,
      ]))
        expect((await fetch(file)).status, file).to.equal(404);
      expect((await put(id)).body.data.params).to.have.property("id");
    });

    it("race with deletions and with each other, and lose no file", async () => {
      for (let round = 0; round < 3; round += 1) {
        const { id, body } = await upload();
        const [replaced, removed] = await Promise.all([
          put(id),
          calendar.send("DELETE", `/images/${id}`, { as: "author" }),
        ]);
        expect(removed.status, removed.text).to.equal(200);
        expect(replaced.status, replaced.text).to.be.oneOf([200, 400]);
        const files = [body, ...(replaced.status === 200 ? [replaced.body] : [])];
        for (const { url } of files) expect((await fetch(url)).status, url).to.equal(404);
        expect((await calendar.get(`/images/${id}`, { as: "author" })).status).to.equal(400);
      }
      const { id } = await upload();
      const both = await Promise.all([put(id), put(id, "editor", {}, picture), patch(id, { alt: "A band" })]);
      for (const { status, text } of both) expect(status, text).to.equal(200);
      const { body } = await calendar.get(`/images/${id}`, { as: "author" });
      expect(body.alt).to.equal("A band");
      expect(both.slice(0, 2).map((answer) => answer.body.url)).to.include(body.url);
      expect((await fetch(body.url)).status).to.equal(200);
    });

    it("are refused to others, before a body is read", async () => {
      const { id } = await upload();
      await calendar.post("/events", { as: "author", json: { ...EVENT, image: String(id) } });
      const before = await calendar.contents();
      for (const [as, status] of [
        ["other", 403],
        ["contributor", 403],
        ["subscriber", 403],
      ] as const)
        for (const answer of [await patch(id, { alt: "x" }, as), await put(id, as, {}, Buffer.from("x"))])
          expect([answer.status, answer.body.code], as).to.deep.equal([status, "rest_forbidden"]);
      for (const [method, path] of [
        ["PATCH", `/images/${id}`],
        ["PUT", `/images/${id}/file`],
      ] as const)
        expect((await calendar.send(method, path, { json: { alt: "x" } })).status).to.equal(401);
      expect(await calendar.contents()).to.equal(before);
      for (const as of ["editor", "administrator"]) {
        expect((await patch(id, { alt: as }, as)).status).to.equal(200);
        expect((await put(id, as)).status).to.equal(200);
      }
    });

    it("are refused with files that are no images, and without any", async () => {
      const { id } = await upload();
      const before = await calendar.contents();
      const svg = await put(id, "author", {}, Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"));
      expect([svg.status, svg.body.data.details.file.code]).to.deep.equal([400, "rest_image_refused"]);
      const none = await calendar.send("PUT", `/images/${id}/file`, { as: "author", json: {} });
      expect([none.status, none.body.code]).to.deep.equal([400, "rest_missing_callback_param"]);
      const twice = formOf(["file", picture, "a.png"], ["file", picture, "b.png"]);
      const two = await calendar.send("PUT", `/images/${id}/file`, { as: "author", multipart: twice });
      expect(two.status).to.equal(400);
      expect(await calendar.contents()).to.equal(before);
    });

    it("come with an upload, in its form or in the query", async () => {
      const fields = { ...DETAILS, "focal_point[x]": "0.25", "focal_point[y]": "1" } as const;
      const { focal_point: _point, ...texts } = fields;
      const form = await calendar.post("/images", {
        as: "author",
        multipart: formWith(texts, ["file", picture, "a.png"]),
      });
      expect(form.status, form.text).to.equal(201);
      expect(form.body).to.deep.include(DETAILS);
      const raw = await calendar.post(`/images?${new URLSearchParams(texts)}`, asRaw(picture));
      expect(raw.body).to.deep.include(DETAILS);
      const before = await calendar.contents();
      for (const bad of [{ alt: "x".repeat(1_001) }, { "focal_point[x]": "7", "focal_point[y]": "0" }]) {
        const multipart = formWith(bad, ["file", picture, "a.png"]);
        const refused = await calendar.post("/images", { as: "author", multipart });
        expect([refused.status, refused.body.code]).to.deep.equal([400, "rest_invalid_param"]);
        const query = new URLSearchParams(bad as Record<string, string>);
        expect((await calendar.post(`/images?${query}`, asRaw(picture))).status).to.equal(400);
      }
      expect(await calendar.contents()).to.equal(before);
    });

    it("are part of batches, except for files", async () => {
      const { id } = await upload();
      const patchOne = { method: "PATCH", path: `/images/${id}`, body: { alt: "Batch" } };
      const file = { method: "PUT", path: `/images/${id}/file`, body: {} };
      for (const atomic of [false, true]) {
        const { body } = await sendBatch(calendar, [patchOne, file], { as: "author", atomic });
        const statuses = body.responses.map(({ status }: { status: number }) => status);
        expect(statuses).to.deep.equal(atomic ? [424, 400] : [200, 400]);
      }
      const { body } = await sendBatch(calendar, [patchOne], { as: "author", atomic: true });
      expect(body.responses[0].status).to.equal(200);
      expect((await calendar.get(`/images/${id}`, { as: "author" })).body.alt).to.equal("Batch");
    });

    it("are functions of the client and of the calendar object", async () => {
      const { images, events } = calendar.program("author");
      const details = { alt: "A band", focal_point: { x: 0, y: 1 } };
      const image = await images.upload(picture, { name: "a.png", details });
      expect(image).to.deep.include(details);
      const event = await events.create({ ...EVENT, title: "Shown & shown", image: String(image.id) });
      expect(await images.update(image.id, { credit: "Ada" })).to.include({ credit: "Ada", alt: "A band" });
      const replaced = await images.replace(image.id, other, { name: "b.png" });
      expect(replaced).to.include({ id: image.id, width: 310, credit: "Ada" });
      const { records, has_more } = await images.usage(image.id);
      expect(records).to.deep.equal([
        {
          ...{ kind: "event", id: event.id, title: event.title, status: "publish" },
          ...{ url: event.url, rest_url: event.rest_url },
        },
      ]);
      expect(has_more).to.equal(false);
      const used = await images.list({ used: true, search: "band" }).page();
      expect(used.items.map(({ id }) => id)).to.include(image.id);
      const missing = images.usage(999_999);
      expect(await missing.catch((error: unknown) => error)).to.be.instanceOf(CalendarRequestError);
      const api = calendar.calendar.as({ id: calendar.users.get("editor") ?? 0, roles: ["editor"] }).images;
      const own = await api.create({ name: "c.png", bytes: picture }, { alt: "Mine" });
      expect(own).to.deep.include({ alt: "Mine", adjustments: [] });
      const again = await api.update(own.id, { title: "Zebra" }, { ifMatch: own.revision ?? 0 });
      expect(again).to.include({ alt: "Mine", title: "Zebra" });
      const outdated = api.replace(own.id, { name: "d.png", bytes: other }, { ifMatch: own.revision ?? 0 });
      expect(await outdated.catch((error: unknown) => error)).to.have.property(
        "code",
        "rest_precondition_failed",
      );
      expect(await api.replace(own.id, { name: "d.png", bytes: other })).to.include({
        width: 310,
        title: "Zebra",
      });
      expect(await api.usage(image.id)).to.deep.equal({ uses: [{ kind: "event", id: event.id }] });
      expect((await api.list({ used: false, search: "zebra" })).items.map(({ id }) => id)).to.deep.equal([
        own.id,
      ]);
    });

    it("are in the audit log, by the public names of their members", async () => {
      const { id } = await upload();
      await patch(id, DETAILS);
      await put(id);
      const { body } = await calendar.get(`/audit?record=image/${id}`, { as: "administrator" });
      const [replaced, changed] = body.entries.map(
        ({ action, changes }: { action: string; changes: readonly { member: string }[] }) => ({
          action,
          members: changes.map(({ member }) => member),
        }),
      );
      expect(changed.action).to.equal("updated");
      expect(changed.members).to.have.members(Object.keys(DETAILS));
      expect(replaced.members)
        .to.include.members(["url", "width", "height", "sizes"])
        .and.not.include("is_replaced");
    });

    it("are lists with filters, whose links keep them", async () => {
      const { body } = await calendar.get(
        "/images?search=a&used=false&since=2031-03-01&until=now&per_page=1",
        {
          as: "author",
        },
      );
      expect(body.rest_url).to.match(/\?page=1&per_page=1&search=a&used=0&since=2031-03-01&until=now$/);
      expect((await calendar.get("/images?until=never", { as: "author" })).status).to.equal(400);
    });
  });
}
