import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Store } from "@kalends/core";
import { expect } from "chai";
import { type Calendar, CalendarError, createCalendar, type Identity, type Services } from "kalends";
import { aPicture } from "../http/pictures.ts";
import { stores } from "../stores.ts";
import { AN_EVENT, CLOCK } from "./host-server.ts";

const EDITOR: Identity = { id: 1, roles: ["editor"] };
const CONTRIBUTOR: Identity = { id: 2, roles: ["contributor"] };

const refusal = (promise: Promise<unknown>): Promise<readonly unknown[]> =>
  promise.then(
    () => ["done"],
    (error: unknown) =>
      error instanceof CalendarError ? [error.code, Object.keys(error.details.problems ?? {})] : [error],
  );

for (const { name, open } of stores) {
  describe(`services, on ${name}`, () => {
    let store: Store;
    let calendar: Calendar;
    let services: Services;

    let media: string;

    beforeEach(async () => {
      store = await open();
      media = mkdtempSync(join(tmpdir(), "kalends-media-"));
      calendar = await createCalendar({
        storage: store,
        scheduler: false,
        clock: CLOCK,
        identity: () => undefined,
      });
      services = calendar.services;
    });
    afterEach(async () => {
      await calendar.close();
      await store.close();
      rmSync(media, { recursive: true });
    });

    it("create, find, change, list and delete events, as ids and slugs name them", async () => {
      const { event, venue, organizers } = await services.createEvent(EDITOR, {
        ...AN_EVENT,
        venue: { venue: "Old mill" },
        organizer: [{ organizer: "Mill society" }],
        tags: ["spring"],
      });
      expect([event.title, event.author, event.schedule.start]).to.deep.equal([
        "Spring fair",
        1,
        "2031-05-01 10:00:00",
      ]);
      expect([venue?.venue.name, organizers[0]?.organizer.name]).to.deep.equal(["Old mill", "Mill society"]);
      expect((await services.getEvent(undefined, event.id)).event.slug).to.equal("spring-fair");
      expect((await services.getEvent(undefined, "spring-fair")).event.id).to.equal(event.id);
      await services.updateEvent(EDITOR, "spring-fair", { title: "May fair" });
      const list = await services.listEvents(undefined, { tags: "spring" });
      expect([list.total, list.items.map((view) => view.event.title)]).to.deep.equal([1, ["May fair"]]);
      expect((await services.deleteEvent(EDITOR, event.id)).event.status).to.equal("trash");
      expect((await services.listEvents(EDITOR)).total).to.equal(0);
    });

    it("work on the other kinds alike", async () => {
      const venue = await services.createVenue(EDITOR, { venue: "Town hall", city: "Turin" });
      expect((await services.updateVenue(EDITOR, venue.venue.id, { zip: "10121" })).venue.city).to.equal(
        "Turin",
      );
      const organizer = await services.createOrganizer(EDITOR, { organizer: "Choir" });
      expect((await services.getOrganizer(undefined, organizer.organizer.slug)).organizer.name).to.equal(
        "Choir",
      );
      const { term } = await services.createCategory(EDITOR, { name: "Music" });
      const child = await services.createCategory(EDITOR, { name: "Jazz", parent: term.id });
      expect((await services.getCategory(undefined, child.term.id)).ancestors).to.deep.equal(["music"]);
      await services.deleteCategory(EDITOR, term.id);
      expect((await services.listCategories(undefined, { hide_empty: false })).total).to.equal(1);
      const tag = await services.createTag(EDITOR, { name: "Free" });
      expect((await services.updateTag(EDITOR, tag.term.id, { name: "Gratis" })).term.name).to.equal(
        "Gratis",
      );
    });

    it("keep images, for those who may upload", async () => {
      const file = { name: "mill.png", bytes: await aPicture() };
      const image = await services.createImage(EDITOR, file);
      expect((await services.listImages(EDITOR)).items.map(({ id }) => id)).to.deep.equal([image.id]);
      const { event } = await services.createEvent(EDITOR, { ...AN_EVENT, image: String(image.id) });
      expect((await services.getImage(undefined, image.id)).mimeType).to.equal("image/png");
      expect(await refusal(services.deleteImage(EDITOR, image.id))).to.deep.equal(["rest_image_in_use", []]);
      await services.updateEvent(EDITOR, event.id, { image: "" });
      expect((await services.deleteImage(EDITOR, image.id)).id).to.equal(image.id);
      expect(await refusal(services.createImage(CONTRIBUTOR, file))).to.deep.equal(["rest_forbidden", []]);
      const text = { name: "notes.png", bytes: new TextEncoder().encode("no picture") };
      expect(await refusal(services.createImage(EDITOR, text))).to.deep.equal([
        "rest_invalid_param",
        ["file"],
      ]);
      const large = { name: "large.png", bytes: new Uint8Array(10 * 1024 * 1024 + 1) };
      expect(await refusal(services.createImage(EDITOR, large))).to.deep.equal(["rest_body_too_large", []]);
    });

    it("change and delete a record as it was read, and no other revision of it", async () => {
      const { event } = await services.createEvent(EDITOR, {
        ...AN_EVENT,
        recurrence: { rules: ["FREQ=DAILY;COUNT=2"] },
      });
      const { term } = await services.createTag(EDITOR, { name: "Spring" });
      const image = await services.createImage(EDITOR, { name: "a.png", bytes: await aPicture() });
      const second = [event.id, "2031-05-02 10:00:00"] as const;
      const revision = (await services.getOccurrence(EDITOR, ...second)).event.revision ?? 0;
      const stale = { ifMatch: 7 };
      for (const call of [
        () => services.updateEvent(EDITOR, event.id, { title: "New" }, stale),
        () => services.deleteEvent(EDITOR, event.id, stale),
        () => services.deleteEvent(EDITOR, event.id, { ...stale, dry_run: true }),
        () => services.updateOccurrence(EDITOR, ...second, { title: "New" }, stale),
        () => services.deleteOccurrence(EDITOR, ...second, { ...stale, scope: "all" }),
        () => services.deleteTag(EDITOR, term.id, stale),
        () => services.deleteImage(EDITOR, image.id, stale),
      ])
        expect(await refusal(call())).to.deep.equal(["rest_precondition_failed", []]);
      await services.deleteOccurrence(EDITOR, ...second, { ifMatch: revision });
      await services.deleteTag(EDITOR, term.id, { ifMatch: term.revision ?? 0 });
      await services.deleteImage(EDITOR, image.id, { ifMatch: image.revision ?? 0 });
    });

    it("refuse what a request would be refused for, with the same code and parameters", async () => {
      const { event } = await services.createEvent(EDITOR, AN_EVENT);
      const bad = { ...AN_EVENT, start_date: "someday", all_day: "perhaps" } as never;
      expect(await refusal(services.createEvent(EDITOR, bad))).to.deep.equal([
        "rest_invalid_param",
        ["start_date"],
      ]);
      expect(await refusal(services.createEvent(EDITOR, {}))).to.deep.equal([
        "rest_missing_callback_param",
        [],
      ]);
      expect(await refusal(services.createEvent(undefined, AN_EVENT))).to.deep.equal(["rest_forbidden", []]);
      expect(await refusal(services.updateEvent(CONTRIBUTOR, event.id, { title: "Mine" }))).to.deep.equal([
        "rest_forbidden",
        [],
      ]);
      expect(await refusal(services.listEvents(undefined, { status: "draft" }))).to.deep.equal([
        "rest_invalid_param",
        ["status"],
      ]);
      for (const target of [0, -1, 1.5, Number.NaN, 4711, 2 ** 60]) {
        const [code] = await refusal(services.getEvent(EDITOR, target));
        expect(code, String(target)).to.equal("rest-event-not-found");
      }
      expect(await refusal(services.getEvent(EDITOR, "nothing"))).to.deep.equal([
        "rest_invalid_param",
        ["slug"],
      ]);
    });

    it("name what is not stored as it was given, or refuse it", async () => {
      const turned = { ...AN_EVENT, end_date: "2031-04-30", colour: "red" };
      const { event, adjustments } = await services.createEvent(EDITOR, turned);
      expect(adjustments).to.deep.equal([
        { parameter: "end_date", reason: "end-before-start" },
        { parameter: "colour", reason: "unknown-parameter" },
      ]);
      expect((await services.updateEvent(EDITOR, event.id, { title: "Fair" })).adjustments).to.deep.equal([]);
      const strict = { strict: true };
      expect(await refusal(services.createEvent(EDITOR, turned, strict))).to.deep.equal([
        "rest_invalid_param",
        ["end_date", "colour"],
      ]);
      const draft = services.updateEvent(EDITOR, event.id, { title: "<script>x</script>Fair" }, strict);
      expect(await refusal(draft)).to.deep.equal(["rest_invalid_param", ["title"]]);
      expect((await services.listEvents(EDITOR)).items.map((item) => item.event.title)).to.deep.equal([
        "Fair",
      ]);
      expect((await services.createTag(EDITOR, { name: "Fine" }, strict)).adjustments).to.deep.equal([]);
    });

    it("say in their errors what is wrong, in English and by the parameter", async () => {
      const message = (promise: Promise<unknown>): Promise<string> =>
        promise.then(
          () => "done",
          (error: Error) => error.message,
        );
      const bad = { ...AN_EVENT, start_date: "someday", venue: { venue: "Mill", website: "bad" } };
      expect(await message(services.createEvent(EDITOR, bad))).to.equal(
        "Bad value for: start_date (Is not a date and time that can be understood.), venue[website] (Is not an absolute URL.)",
      );
      expect(await message(services.createEvent(EDITOR, {}))).to.equal(
        "Missing: title, start_date, end_date",
      );
      expect(await message(services.createEvent(undefined, AN_EVENT))).to.equal("You may not do this.");
      expect(await message(services.getEvent(EDITOR, 4711))).to.equal("There is no event with this id.");
      const large = { name: "large.png", bytes: new Uint8Array(10 * 1024 * 1024 + 1) };
      expect(await message(services.createImage(EDITOR, large))).to.equal(
        "The body is larger than 10485760 bytes.",
      );
    });

    it("take nothing for what their types say may be null, and true as a text for exact dates", async () => {
      const empty = { description: null, image: null };
      const of = { author: null, status: null, date: null, date_utc: null, email: null };
      await services.createVenue(EDITOR, { venue: "Mill", ...empty });
      await services.createOrganizer(EDITOR, { organizer: "Choir", ...empty, ...of });
      await services.createEvent(EDITOR, { ...AN_EVENT, website: null, cost: null, venue: null });
      const exact = { start_date: AN_EVENT.start_date, strict_dates: "true" } as const;
      expect((await services.listEvents(EDITOR, exact)).items).to.be.an("array");
    });

    it("take the caller at his word no more than HTTP does", async () => {
      for (const [id, reason] of [
        ...[0, -1, 1.5, Number.NaN].map((number) => [number, "not a whole number from 1"] as const),
        ["", "no text of 1 to 200 characters"],
        [{} as never, "neither a number nor a text"],
      ] as const) {
        const [error] = await refusal(services.createEvent({ id, roles: ["editor"] }, AN_EVENT));
        expect(String(error)).to.include(reason);
      }
    });
  });
}
