import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Store } from "@kalends/core/storage";
import { expect } from "chai";
import {
  type As,
  type Calendar,
  CalendarError,
  type Caller,
  createCalendar,
  type Identity,
  statusOf,
} from "kalends";
import { aPicture } from "../http/pictures.ts";
import { firstStore } from "../stores.ts";
import { AN_EVENT, CLOCK } from "./host-server.ts";

const EDITOR: Identity = { id: 1, roles: ["editor"] };
const CONTRIBUTOR: Identity = { id: 2, roles: ["contributor"] };

const refusal = (promise: Promise<unknown>): Promise<readonly unknown[]> =>
  promise.then(
    () => ["done"],
    (error: unknown) =>
      error instanceof CalendarError ? [error.code, Object.keys(error.details.problems ?? {})] : [error],
  );

for (const { name, open } of firstStore) {
  describe(`the calendar as a caller, on ${name}`, () => {
    let store: Store;
    let calendar: Calendar;
    let as: As;

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
      as = calendar.as;
    });
    afterEach(async () => {
      await calendar.close();
      await store.close();
      rmSync(media, { recursive: true });
    });

    it("creates, finds, changes, lists and removes events, as ids and slugs name them", async () => {
      const { event, venue, organizers } = await as(EDITOR).events.create({
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
      expect((await as().events.get(event.id)).event.slug).to.equal("spring-fair");
      expect((await as().events.get("spring-fair")).event.id).to.equal(event.id);
      await as(EDITOR).events.update("spring-fair", { title: "May fair" });
      const list = await as().events.list({ tags: "spring" });
      expect([list.total, list.items.map((view) => view.event.title)]).to.deep.equal([1, ["May fair"]]);
      expect((await as(EDITOR).events.remove(event.id)).event.status).to.equal("trash");
      expect((await as(EDITOR).events.list()).total).to.equal(0);
    });

    it("rejects with errors whose status is that of the interface", async () => {
      const statusFor = (caller: Caller, work: (who: Caller) => Promise<unknown>): Promise<unknown> =>
        work(caller).then(
          () => 200,
          (error: CalendarError) => statusOf(error, caller),
        );
      const create = (who: Caller): Promise<unknown> => as(who).events.create(AN_EVENT);
      expect(await statusFor(undefined, create)).to.equal(401);
      expect(await statusFor(null, create)).to.equal(401);
      expect(await statusFor({ id: 9, roles: [] }, create)).to.equal(403);
      expect(await statusFor(EDITOR, (who) => as(who).events.create({}))).to.equal(400);
      expect(await statusFor(EDITOR, (who) => as(who).events.get(999_999))).to.equal(404);
      expect(statusOf(new CalendarError("of-a-newer-version" as "rest_forbidden"), EDITOR)).to.equal(500);
    });

    it("works on the other kinds alike", async () => {
      const venue = await as(EDITOR).venues.create({ venue: "Town hall", city: "Turin" });
      expect((await as(EDITOR).venues.update(venue.venue.id, { zip: "10121" })).venue.city).to.equal("Turin");
      const organizer = await as(EDITOR).organizers.create({ organizer: "Choir" });
      expect((await as().organizers.get(organizer.organizer.slug)).organizer.name).to.equal("Choir");
      const { term } = await as(EDITOR).categories.create({ name: "Music" });
      const child = await as(EDITOR).categories.create({ name: "Jazz", parent: term.id });
      expect((await as().categories.get(child.term.id)).ancestors).to.deep.equal(["music"]);
      await as(EDITOR).categories.remove(term.id);
      expect((await as().categories.list({ hide_empty: false })).total).to.equal(1);
      const tag = await as(EDITOR).tags.create({ name: "Free" });
      expect((await as(EDITOR).tags.update(tag.term.id, { name: "Gratis" })).term.name).to.equal("Gratis");
    });

    it("keeps images, for those who may upload", async () => {
      const file = { name: "mill.png", bytes: await aPicture() };
      const image = await as(EDITOR).images.create(file);
      expect((await as(EDITOR).images.list()).items.map(({ id }) => id)).to.deep.equal([image.id]);
      const { event } = await as(EDITOR).events.create({ ...AN_EVENT, image: String(image.id) });
      expect((await as().images.get(image.id)).mimeType).to.equal("image/png");
      expect(await refusal(as(EDITOR).images.remove(image.id))).to.deep.equal(["rest_image_in_use", []]);
      await as(EDITOR).events.update(event.id, { image: "" });
      expect((await as(EDITOR).images.remove(image.id)).id).to.equal(image.id);
      expect(await refusal(as(CONTRIBUTOR).images.create(file))).to.deep.equal(["rest_forbidden", []]);
      const text = { name: "notes.png", bytes: new TextEncoder().encode("no picture") };
      expect(await refusal(as(EDITOR).images.create(text))).to.deep.equal(["rest_invalid_param", ["file"]]);
      for (const [who, address, expected] of [
        [CONTRIBUTOR, "https://images.example/a.png", ["rest_forbidden", []]],
        [EDITOR, "mill.png", ["rest_invalid_param", ["address"]]],
        // The host of the address is not allowed.
        [EDITOR, "http://127.0.0.1/a.png", ["rest_invalid_param", ["address"]]],
      ] as const)
        expect(await refusal(as(who).images.fetch(address)), address).to.deep.equal(expected);
      const large = { name: "large.png", bytes: new Uint8Array(10 * 1024 * 1024 + 1) };
      expect(await refusal(as(EDITOR).images.create(large))).to.deep.equal(["rest_body_too_large", []]);
    });

    it("changes and removes a record as it was read, and no other revision of it", async () => {
      const { event } = await as(EDITOR).events.create({
        ...AN_EVENT,
        recurrence: { rules: ["FREQ=DAILY;COUNT=2"] },
      });
      const { term } = await as(EDITOR).tags.create({ name: "Spring" });
      const image = await as(EDITOR).images.create({ name: "a.png", bytes: await aPicture() });
      const occurrences = as(EDITOR).events.occurrences(event.id);
      const second = "2031-05-02 10:00:00";
      const revision = (await occurrences.get(second)).event.revision ?? 0;
      const stale = { ifMatch: 7 };
      for (const call of [
        () => as(EDITOR).events.update(event.id, { title: "New" }, stale),
        () => as(EDITOR).events.remove(event.id, stale),
        () => as(EDITOR).events.remove(event.id, { ...stale, dry_run: true }),
        () => occurrences.update(second, { title: "New" }, stale),
        () => occurrences.remove(second, { ...stale, scope: "all" }),
        () => as(EDITOR).tags.remove(term.id, stale),
        () => as(EDITOR).images.remove(image.id, stale),
      ])
        expect(await refusal(call())).to.deep.equal(["rest_precondition_failed", []]);
      await occurrences.remove(second, { ifMatch: revision });
      await as(EDITOR).tags.remove(term.id, { ifMatch: term.revision ?? 0 });
      await as(EDITOR).images.remove(image.id, { ifMatch: image.revision ?? 0 });
    });

    it("refuses what a request would be refused for, with the same code and parameters", async () => {
      const { event } = await as(EDITOR).events.create(AN_EVENT);
      const bad = { ...AN_EVENT, start_date: "someday", all_day: "perhaps" } as never;
      expect(await refusal(as(EDITOR).events.create(bad))).to.deep.equal([
        "rest_invalid_param",
        ["start_date"],
      ]);
      expect(await refusal(as(EDITOR).events.create({}))).to.deep.equal(["rest_missing_callback_param", []]);
      expect(await refusal(as().events.create(AN_EVENT))).to.deep.equal(["rest_forbidden", []]);
      expect(await refusal(as(CONTRIBUTOR).events.update(event.id, { title: "Mine" }))).to.deep.equal([
        "rest_forbidden",
        [],
      ]);
      expect(await refusal(as().events.list({ status: "draft" }))).to.deep.equal([
        "rest_invalid_param",
        ["status"],
      ]);
      for (const target of [0, -1, 1.5, Number.NaN, 4711, 2 ** 60]) {
        const [code] = await refusal(as(EDITOR).events.get(target));
        expect(code, String(target)).to.equal("rest-event-not-found");
      }
      expect(await refusal(as(EDITOR).events.get("nothing"))).to.deep.equal(["rest_invalid_param", ["slug"]]);
    });

    it("names what is not stored as it was given, or refuse it", async () => {
      const turned = { ...AN_EVENT, end_date: "2031-04-30", colour: "red" };
      const { event, adjustments } = await as(EDITOR).events.create(turned);
      expect(adjustments).to.deep.equal([
        { parameter: "end_date", reason: "end-before-start" },
        { parameter: "colour", reason: "unknown-parameter" },
      ]);
      expect((await as(EDITOR).events.update(event.id, { title: "Fair" })).adjustments).to.deep.equal([]);
      const strict = { strict: true };
      expect(await refusal(as(EDITOR).events.create(turned, strict))).to.deep.equal([
        "rest_invalid_param",
        ["end_date", "colour"],
      ]);
      const draft = as(EDITOR).events.update(event.id, { title: "<script>x</script>Fair" }, strict);
      expect(await refusal(draft)).to.deep.equal(["rest_invalid_param", ["title"]]);
      expect((await as(EDITOR).events.list()).items.map((item) => item.event.title)).to.deep.equal(["Fair"]);
      expect((await as(EDITOR).tags.create({ name: "Fine" }, strict)).adjustments).to.deep.equal([]);
    });

    it("says in errors what is wrong, in English and by the parameter", async () => {
      const message = (promise: Promise<unknown>): Promise<string> =>
        promise.then(
          () => "done",
          (error: Error) => error.message,
        );
      const bad = { ...AN_EVENT, start_date: "someday", venue: { venue: "Mill", website: "bad" } };
      expect(await message(as(EDITOR).events.create(bad))).to.equal(
        "Bad value for: start_date (Is not a date and time that can be understood.), venue[website] (Is not an absolute URL.)",
      );
      expect(await message(as(EDITOR).events.create({}))).to.equal("Missing: title, start_date, end_date");
      expect(await message(as().events.create(AN_EVENT))).to.equal("You may not do this.");
      expect(await message(as(EDITOR).events.get(4711))).to.equal("Event not found.");
      const large = { name: "large.png", bytes: new Uint8Array(10 * 1024 * 1024 + 1) };
      expect(await message(as(EDITOR).images.create(large))).to.equal(
        "The body is larger than 10485760 bytes.",
      );
    });

    it("takes nothing for what the types say may be null, and true as a text for exact dates", async () => {
      const empty = { description: null, image: null };
      const of = { author: null, status: null, date: null, date_utc: null, email: null };
      await as(EDITOR).venues.create({ venue: "Mill", ...empty });
      await as(EDITOR).organizers.create({ organizer: "Choir", ...empty, ...of });
      await as(EDITOR).events.create({ ...AN_EVENT, website: null, cost: null, venue: null });
      const exact = { start_date: AN_EVENT.start_date, strict_dates: "true" } as const;
      expect((await as(EDITOR).events.list(exact)).items).to.be.an("array");
    });

    it("takes callers at their word no more than HTTP does", async () => {
      for (const [id, reason] of [
        ...[0, -1, 1.5, Number.NaN].map((number) => [number, "not a whole number from 1"] as const),
        ["", "not a text of 1 to 200 characters"],
        [{} as never, "neither a number nor a text"],
      ] as const) {
        expect(() => as({ id, roles: ["editor"] }), reason).to.throw(reason);
      }
    });
  });
}
