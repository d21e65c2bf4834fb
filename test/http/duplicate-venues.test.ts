import { expect } from "chai";
import { stores } from "../stores.ts";
import { type StartedCalendar, startCalendar } from "./start-calendar.ts";

for (const store of stores) {
  describe(`GET /venues/duplicates on ${store.name}`, () => {
    let calendar: StartedCalendar;

    beforeEach(async () => {
      calendar = await startCalendar(store, { perPage: 2 });
    });
    afterEach(() => calendar.close());

    const create = async (venue: string, json: object = {}) =>
      (await calendar.post("/venues", { as: "editor", json: { venue, ...json } })).body.id as number;
    const list = (query = "", as = "editor") => calendar.get(`/venues/duplicates${query}`, { as });

    // rules/venues-organizers.md#venue-duplicates
    it("suggests pairs with reasons, in pages", async () => {
      const pier = { city: "Linz", phone: "+43 1 23", website: "https://pier.example/" };
      const first = await create("Café Pier", pier);
      const second = await create("Another", { city: "LINZ", phone: "(43) 123" });
      await calendar.send("PATCH", `/venues/${second}`, { as: "editor", json: { venue: "Cafe Pier" } });
      const third = await create("Pier", { website: "http://pier.example" });
      await create("Nowhere");
      const { status, body, headers } = await list();
      expect(status).to.equal(200);
      expect(
        body.duplicates.map(({ venues, reasons }: { venues: { id: number }[]; reasons: string[] }) => [
          venues.map(({ id }) => id),
          reasons,
        ]),
      ).to.deep.equal([
        [
          [first, second],
          ["name_and_city", "phone"],
        ],
        [[first, third], ["website"]],
      ]);
      expect(body.duplicates[0].venues[0]).to.include({ venue: "Café Pier", city: "Linz" });
      expect([body.total, headers["x-tec-total"]]).to.deep.equal([2, "2"]);
      const page = await list("?page=2&per_page=1");
      expect(page.body.duplicates).to.deep.equal([body.duplicates[1]]);
      expect(page.body).to.have.property("previous_rest_url");
      expect((await list("?page=3")).status).to.equal(404);
      await calendar.send("DELETE", `/venues/${first}`, { as: "editor" });
      expect((await list()).body).to.include({ total: 0 });
    });

    it("is for those who may edit the records of others", async () => {
      for (const as of ["author", "contributor", "subscriber"])
        expect((await list("", as)).status, as).to.equal(403);
      expect((await calendar.get("/venues/duplicates")).status).to.equal(401);
    });
  });
}
