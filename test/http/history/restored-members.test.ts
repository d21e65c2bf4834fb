import { anImage } from "@kalends/storage-contract";
import { expect } from "chai";
import { stores } from "../../stores.ts";
import type { Body } from "../client.ts";
import { type StartedCalendar, startCalendar } from "../start-calendar.ts";
import { adjusted, createVersions } from "./versions.ts";

const TIMES = { start_date: "2031-05-16 20:30:00", end_date: "2031-05-16 23:00:00" };
const EVENT = { title: "Jazz", ...TIMES };
const FULL = {
  ...EVENT,
  timezone: "Asia/Tokyo",
  description: "Live.",
  excerpt: "Short.",
  slug: "jazz-night",
  date: "2031-03-01 10:00:00",
  cost: "15 € &amp; more",
  website: "https://jazz.example/",
  show_map: true,
  show_map_link: true,
  sticky: true,
  featured: true,
  hide_from_listings: true,
  event_status: "rescheduled",
  status_reason: "Flooded.",
  previous_start_date: "2031-05-09 20:30:00",
};
const OTHER = {
  ...{ title: "Blues", description: "", excerpt: "", slug: "blues", cost: [], website: "" },
  ...{ start_date: "2032-01-01", end_date: "2032-01-03", all_day: true, timezone: "UTC" },
  ...{ show_map: false, show_map_link: false, sticky: false, featured: false, hide_from_listings: false },
  ...{ event_status: "scheduled", status_reason: "", date: "2031-02-01 10:00:00" },
};
const VENUE = {
  ...{ venue: "Pier Nine", description: "At the sea.", address: "Molo 9", city: "Genova", country: "Italy" },
  ...{ province: "GE", zip: "16126", phone: "1", website: "https://pier.example/", show_map: "true" },
  ...{ show_map_link: "false", geo_lat: 44.4, geo_lng: 8.9 },
};
const OTHER_VENUE = {
  ...{ venue: "Pier Ten", description: "", address: "", city: "", country: "Malta", province: "", zip: "" },
  ...{ phone: "", website: "", show_map: "false", show_map_link: "true", geo_lat: "", geo_lng: "" },
};
const ORGANIZER = {
  ...{ organizer: "Blue Note", description: "Old friends.", phone: "1", website: "https://note.example/" },
  email: "hello@note.example",
};
const OTHER_ORGANIZER = { organizer: "Red Note", description: "", phone: "", website: "", email: "" };

/** Members that every write changes, or that only reads have. */
const CHANGING: ReadonlySet<string> = new Set(["modified", "modified_utc", "json_ld"]);

const comparable = (record: Body): Body =>
  JSON.parse(JSON.stringify(record), (name, value) => (CHANGING.has(name) ? undefined : value));

for (const store of stores) {
  describe(`restoring the members of records on ${store.name}`, () => {
    let calendar: StartedCalendar;
    const versions = createVersions(() => calendar);

    before(async () => {
      calendar = await startCalendar(store);
      await calendar.store.ids.reserve("record", 50);
      await calendar.store.images.save(anImage({ id: 50 }));
    });
    after(() => calendar.close());

    // Source: rules/history.md#restoring.
    it("writes every member of an event again, and the content before becomes a version", async () => {
      const linked = {
        ...{ venue: { venue: "Hall" }, organizer: [{ organizer: "Ann" }, { organizer: "Bob" }] },
        ...{ categories: ["Concerts", "Late"], tags: ["jazz"], image: "50" },
      };
      const path = await versions.make("/events", { ...FULL, ...linked });
      const before = comparable(await versions.read(path));
      const unlinked = { venue: "", organizer: [], categories: [], tags: [], image: "" };
      await versions.change(path, { ...OTHER, ...unlinked });
      const other = comparable(await versions.read(path));
      const restored = await versions.restore(path);
      expect(restored.status, restored.text).to.equal(200);
      expect(adjusted(restored)).to.deep.equal([]);
      expect(comparable(restored.body)).to.deep.equal(before);
      expect(comparable(await versions.read(path))).to.deep.equal(before);
      const undone = await versions.restore(path);
      expect(adjusted(undone)).to.deep.equal([]);
      expect(comparable(undone.body)).to.deep.equal(other);
      expect(await versions.of(path)).to.have.length(3);
    });

    for (const [collection, json, changes] of [
      ["/venues", VENUE, OTHER_VENUE],
      ["/organizers", ORGANIZER, OTHER_ORGANIZER],
    ] as const)
      it(`writes every member of ${collection} again`, async () => {
        const path = await versions.make(collection, { ...json, image: "50", date: "2031-03-01 10:00:00" });
        const before = comparable(await versions.read(path));
        await versions.change(path, { ...changes, image: "", date: "2031-02-01 10:00:00", status: "draft" });
        const other = comparable(await versions.read(path));
        const restored = await versions.restore(path);
        expect(restored.status, restored.text).to.equal(200);
        expect(adjusted(restored)).to.deep.equal([]);
        expect(comparable(restored.body)).to.deep.equal(before);
        expect(comparable((await versions.restore(path)).body)).to.deep.equal(other);
      });

    it("removes a website and a venue that the event did not have", async () => {
      const path = await versions.make("/events", EVENT);
      const before = comparable(await versions.read(path));
      await versions.change(path, { website: "https://x.example/", venue: { venue: "New hall" }, cost: "5" });
      expect(comparable((await versions.restore(path)).body)).to.deep.equal(before);
    });

    it("restores drafts without a fixed date, and scheduled publications", async () => {
      for (const json of [
        { ...EVENT, status: "draft" },
        { ...EVENT, status: "pending", date: "2031-02-01 10:00:00" },
        { ...EVENT, date: "2130-01-01 10:00:00" },
        { ...EVENT, status: "private" },
      ]) {
        const path = await versions.make("/events", json);
        const { slug: _, ...before } = comparable(await versions.read(path));
        await versions.change(path, { status: "publish", date: "2031-03-01 10:00:00", title: "Blues" });
        const restored = await versions.restore(path);
        expect(adjusted(restored)).to.deep.equal([]);
        expect(comparable(restored.body)).to.deep.include({ ...before, url: restored.body.url });
      }
    });

    it("keeps times in the repeated hour, and the length in days", async () => {
      const times = { start_date: "2031-10-26T02:30:00+01:00", end_date: "P1D", timezone: "Europe/Rome" };
      const path = await versions.make("/events", { title: "Night", ...times });
      const before = comparable(await versions.read(path));
      await versions.change(path, { start_date: "2031-05-01 10:00", end_date: "2031-05-01 11:00" });
      expect(comparable((await versions.restore(path)).body)).to.deep.equal(before);
    });

    it("stores nothing in a dry run and answers what it would store", async () => {
      for (const [collection, json, changes] of [
        ["/events", FULL, OTHER],
        ["/venues", VENUE, OTHER_VENUE],
      ] as const) {
        const path = await versions.make(collection, { ...json, slug: "dry" });
        await versions.change(path, changes);
        const contents = await calendar.contents();
        const planned = await versions.restore(path, { json: { dry_run: true } });
        expect(planned.status, planned.text).to.equal(200);
        expect(planned.headers).not.to.have.property("etag");
        expect(await calendar.contents()).to.equal(contents);
        expect(planned.body).to.deep.equal((await versions.restore(path)).body);
      }
    });
  });
}
