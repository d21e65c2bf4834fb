import { anImage } from "@kalends/storage-contract";
import { expect } from "chai";
import { stores } from "../stores.ts";
import type { Body, Sent } from "./client.ts";
import { type StartedCalendar, startCalendar } from "./start-calendar.ts";

const FULL = {
  title: "Jazz",
  start_date: "2031-05-16 20:30:00",
  end_date: "2031-05-16 23:00:00",
  timezone: "Asia/Tokyo",
  description: "Live.",
  excerpt: "Short.",
  image: "50",
  cost: "15 €",
  website: "https://jazz.example/",
  show_map: true,
  show_map_link: true,
  sticky: true,
  featured: true,
  categories: "Concerts",
  tags: "late",
  venue: { venue: "Hall" },
  organizer: { organizer: "Ann" },
};

/**
 * Requests and the members that each must change. Source: rules/events.md#update-sent-fields-only,
 * rules/events.md#event-fields.
 */
const UPDATES: readonly (readonly [what: string, sent: Sent, changed: object])[] = [
  ["nothing", { json: {} }, {}],
  ["nothing as a form", { form: "" }, {}],
  ["values that mean nothing", { json: { cost: null, venue: null, tags: null, website: null } }, {}],
  [
    "members of the answer",
    { json: { url: "x", rest_url: "y", utc_start_date: "z", timezone_abbr: "w" } },
    {},
  ],
  ["no texts", { form: "description=&excerpt=" }, { description: "", excerpt: "" }],
  ["no image", { json: { image: "" } }, { image: false }],
  ["no website", { form: "website=" }, { website: "" }],
  ["no venue", { form: "venue=" }, { venue: [] }],
  ["no organizers", { json: { organizer: [] } }, { organizer: [] }],
  ["no terms", { form: "categories=&tags[]=" }, { categories: [], tags: [] }],
  ["flags as words", { form: "show_map=FALSE&sticky=0" }, { show_map: false, sticky: false }],
  [
    "a cost of nothing",
    { json: { cost: 0 } },
    {
      cost: "Free",
      cost_details: { currency_symbol: "", currency_code: "", currency_position: "", values: ["0"] },
    },
  ],
];

for (const store of stores) {
  describe(`updates of an event on ${store.name}`, () => {
    let calendar: StartedCalendar;
    let path: string;
    let before: Body;
    const member = async (): Promise<Body> => (await calendar.get(path, { as: "editor" })).body;
    const update = (sent: Sent, at = path): ReturnType<StartedCalendar["send"]> =>
      calendar.send("PATCH", at, { as: "editor", ...sent });

    beforeEach(async () => {
      calendar = await startCalendar(store);
      await calendar.store.ids.reserve("record", 50);
      await calendar.store.images.save(anImage({ id: 50 }));
      const { status, text, body } = await calendar.post("/events", { as: "author", json: FULL });
      expect(status, text).to.equal(201);
      path = `/events/${body.id}`;
      before = await member();
    });
    afterEach(() => calendar.close());

    for (const [what, sent, changed] of UPDATES) {
      it(`change by ${what} only what it says`, async () => {
        const { status, text } = await update(sent);
        expect(status, text).to.equal(200);
        const { json_ld: _now, ...after } = await member();
        const { json_ld: _then, ...same } = before;
        expect(after).to.deep.equal({ ...same, ...changed });
      });
    }

    it("address by the path, whatever the query and the body say", async () => {
      const other = (await calendar.post("/events", { as: "editor", json: { ...FULL, title: "Other" } }))
        .body;
      for (const at of [`${path}?id=${other.id}`, "/events/by-slug/jazz?slug=other&id=1"]) {
        const { body } = await update({ json: { id: other.id, title: `By ${at}` } }, at);
        expect(body.id).to.equal(before.id);
      }
      expect((await calendar.get(`/events/${other.id}`)).body.title).to.equal("Other");
    });

    it("are refused whole when one thing is wrong", async () => {
      const contents = await calendar.contents();
      const json = { title: "New", categories: "New", venue: { venue: "New" }, organizer: { email: "x" } };
      expect((await update({ json })).body.data.params).to.have.all.keys("organizer");
      expect(await calendar.contents()).to.equal(contents);
    });

    it("leave an event in the trash until a status takes it out, with its slug and its links", async () => {
      const trashed = await calendar.send("DELETE", `${path}?force=true`, { as: "author" });
      expect(trashed.body).to.include({ status: "trash", slug: "jazz__trashed" });
      expect(trashed.body).not.to.have.property("json_ld");
      expect(trashed.body.venue.venue).to.equal("Hall");
      expect(trashed.body.categories[0].count).to.equal(0);
      expect((await calendar.get("/events/by-slug/jazz")).status).to.equal(400);
      const renamed = await update({ json: { title: "Still there" } });
      expect(renamed.body).to.include({ status: "trash", slug: "jazz__trashed", title: "Still there" });
      const back = await update({ form: "status=publish" });
      expect(back.body).to.include({ status: "publish", slug: "jazz" });
      const { body } = await calendar.get("/events/by-slug/jazz");
      expect(body.categories[0].count).to.equal(1);
      expect(body.organizer[0].organizer).to.equal("Ann");
    });
  });
}
