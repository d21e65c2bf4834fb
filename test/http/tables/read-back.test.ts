import { expect } from "chai";
import { firstStore } from "../../stores.ts";
import { readCsv } from "../../unit/import/read-csv.ts";
import { type StartedCalendar, startCalendar } from "../start-calendar.ts";

for (const store of firstStore) {
  // rules/tables.md#table-import
  describe(`tables of the interface on ${store.name}`, () => {
    let calendar: StartedCalendar;

    before(async () => {
      calendar = await startCalendar(store);
      const post = (kind: string, json: object) => calendar.post(`/${kind}`, { as: "editor", json });
      const hall = {
        venue: "Hall, Pier",
        address: "@ the sea",
        city: "Linz",
        zip: "04020",
        phone: "+43 1 23",
      };
      const { body: venue } = await post("venues", hall);
      const organizer = { organizer: "=Blue & Note", email: "a@example.com", phone: "+43123" };
      const { body: made } = await post("organizers", organizer);
      await post("events", {
        title: '-5 degrees; "ice" <b>&amp;</b> jazz',
        start_date: "2031-01-05 20:00:00",
        end_date: "2031-01-05 22:30:00",
        timezone: "Europe/Vienna",
        venue: { id: venue.id },
        organizer: [{ id: made.id }],
        tags: ["+one", "two"],
        cost: "15 € – 25 €",
        website: "https://jazz.example/",
        event_status: "cancelled",
        status: "draft",
      });
    });
    after(() => calendar.close());

    const tableOf = async (list: string): Promise<string> => {
      const { status, text } = await calendar.get(`/${list}.csv?status=publish,draft`, { as: "editor" });
      expect(status, text).to.equal(200);
      return text;
    };

    it("can be imported", async () => {
      const lists = ["events", "venues", "organizers"] as const;
      const files = await Promise.all(
        lists.map(async (list) => [`${list}.csv`, await tableOf(list)] as const),
      );
      const { events, venues, organizers, failures, leftOut } = await readCsv(Object.fromEntries(files));
      expect([failures, leftOut]).to.deep.equal([[], []]);
      const [venue] = venues;
      expect(venue).to.include({
        ...{ venue: "Hall, Pier", address: "@ the sea", city: "Linz", zip: "04020", phone: "+43 1 23" },
        status: "publish",
      });
      expect(organizers[0]).to.include({ organizer: "=Blue &amp; Note", phone: "+43123" });
      const [event] = events;
      expect(event).to.include({
        title: "-5 degrees; &quot;ice&quot; &amp; jazz",
        ...{ start_date: "2031-01-05 20:00:00", end_date: "2031-01-05 22:30:00", all_day: false },
        ...{ timezone: "Europe/Vienna", website: "https://jazz.example/", event_status: "cancelled" },
        status: "draft",
      });
      expect(event?.cost_details.values.join()).to.match(/15.*25/);
      expect(event?.venue.venue).to.equal("Hall, Pier");
      expect(event?.organizer.map((one: { readonly organizer: string }) => one.organizer)).to.deep.equal([
        "=Blue &amp; Note",
      ]);
      expect(event?.tags.map(({ name }: { readonly name: string }) => name)).to.have.members(["+one", "two"]);
    });
  });
}
