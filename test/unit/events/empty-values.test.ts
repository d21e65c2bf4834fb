import { expect } from "chai";
import { openCalendar, refusal, type TestCalendar } from "./calendar.ts";

/**
 * Fields of an event, and true if they accept an empty text or `null`. Source: rules/events.md#event-fields,
 * rules/interface.md#null-values.
 */
const FIELDS: Readonly<Record<string, { readonly empty: boolean; readonly null: boolean }>> = {
  author: { empty: false, null: false },
  date: { empty: false, null: false },
  date_utc: { empty: false, null: false },
  title: { empty: false, null: false },
  description: { empty: true, null: false },
  slug: { empty: false, null: false },
  excerpt: { empty: true, null: false },
  status: { empty: false, null: false },
  timezone: { empty: true, null: false },
  all_day: { empty: false, null: false },
  start_date: { empty: false, null: false },
  end_date: { empty: false, null: false },
  recurrence: { empty: true, null: true },
  event_status: { empty: false, null: false },
  status_reason: { empty: true, null: false },
  previous_start_date: { empty: true, null: false },
  image: { empty: true, null: false },
  cost: { empty: true, null: true },
  website: { empty: true, null: true },
  show_map: { empty: false, null: false },
  show_map_link: { empty: false, null: false },
  hide_from_listings: { empty: false, null: false },
  sticky: { empty: false, null: false },
  featured: { empty: false, null: false },
  categories: { empty: true, null: true },
  tags: { empty: true, null: true },
  venue: { empty: true, null: true },
  organizer: { empty: true, null: true },
  external_ids: { empty: true, null: true },
};

const REQUIRED: readonly string[] = ["title", "start_date", "end_date"];

describe("an empty value for an event", () => {
  let calendar: TestCalendar;
  let id: number;
  before(async () => {
    calendar = await openCalendar();
    id = (
      await calendar.createEvent({ cost: "5", website: "https://jazz.example/", venue: { venue: "Hall" } })
    ).event.id;
  });
  after(() => calendar.store.close());

  it("is settled for every field there is", () => {
    const { dry_run: _how, ...fields } = calendar.operations.events.create.parameters;
    expect(Object.keys(FIELDS)).to.deep.equal(Object.keys(fields));
  });

  for (const [name, taken] of Object.entries(FIELDS)) {
    it(`is ${taken.empty ? "taken" : "refused"} as an empty text of ${name}`, async () => {
      const calls = [() => calendar.createEvent({ [name]: "" }), () => calendar.update(id, { [name]: "" })];
      for (const call of calls) {
        if (taken.empty) await call();
        else expect((await refusal(call())).reasons).to.have.all.keys(name);
      }
    });

    it(`is ${taken.null ? "the same as nothing" : "refused"} as null of ${name}`, async () => {
      if (taken.null) {
        const { event: same } = await calendar.createEvent();
        const { event } = await calendar.createEvent({ [name]: null });
        expect({ ...event, id: 0, slug: "" }).to.deep.equal({ ...same, id: 0, slug: "" });
        const { event: before } = await calendar.get(id);
        expect((await calendar.update(id, { [name]: null })).event).to.deep.equal(before);
      } else {
        const { code, reasons } = await refusal(calendar.createEvent({ [name]: null }));
        if (REQUIRED.includes(name)) expect(code).to.equal("rest_missing_callback_param");
        else expect(reasons).to.have.all.keys(name);
        expect((await refusal(calendar.update(id, { [name]: null }))).reasons).to.have.all.keys(name);
      }
    });
  }
});
