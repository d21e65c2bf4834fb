import { expect } from "chai";
import { stores } from "../stores.ts";
import { type StartedCalendar, startCalendar } from "./start-calendar.ts";

for (const store of stores) {
  describe(`merging on ${store.name}`, () => {
    let calendar: StartedCalendar;

    beforeEach(async () => {
      calendar = await startCalendar(store);
    });
    afterEach(() => calendar.close());

    const make = async (list: string, json: object): Promise<number> =>
      (await calendar.post(`/${list}`, { as: "editor", json })).body.id;

    it("moves child categories below the target, and refuses a descendant", async () => {
      const parent = await make("categories", { name: "Music" });
      const child = await make("categories", { name: "Jazz", parent });
      const target = await make("categories", { name: "Concerts" });
      const below = await calendar.post(`/categories/${child}/merge`, {
        as: "editor",
        json: { from: [parent] },
      });
      expect([below.status, below.body.code]).to.deep.equal([400, "rest_invalid_param"]);
      await calendar.post(`/categories/${target}/merge`, { as: "editor", json: { from: [parent] } });
      expect((await calendar.get(`/categories/${child}`)).body.parent).to.equal(target);
      const again = await make("categories", { name: "Blues", parent });
      expect((await calendar.get(`/categories/${again}`)).body.parent).to.equal(target);
    });

    it("merges records from the trash, but into none there", async () => {
      const [kept, trashed] = [
        await make("venues", { venue: "The Old Mill" }),
        await make("venues", { venue: "Old Mill" }),
      ];
      await calendar.send("DELETE", `/venues/${trashed}`, { as: "editor" });
      const into = await calendar.post(`/venues/${trashed}/merge`, { as: "editor", json: { from: [kept] } });
      expect([into.status, Object.keys(into.body.data.params)]).to.deep.equal([400, ["id"]]);
      const from = await calendar.post(`/venues/${kept}/merge`, { as: "editor", json: { from: [trashed] } });
      expect(from.status).to.equal(200);
      const { status } = await calendar.send("GET", `/venues/${trashed}`, { headers: { accept: "*/*" } });
      expect(status).to.equal(301);
    });

    it("answers at an old address what the target answers", async () => {
      const [target, source] = [
        await make("venues", { venue: "The Old Mill" }),
        await make("venues", { venue: "Old Mill" }),
      ];
      await calendar.post(`/venues/${target}/merge`, { as: "editor", json: { from: [source] } });
      await calendar.send("DELETE", `/venues/${target}`, { as: "editor" });
      for (const path of ["/venues/ID", "/venues/ID?x=1"]) {
        const [old, own] = [
          await calendar.get(path.replace("ID", String(source))),
          await calendar.get(path.replace("ID", String(target))),
        ];
        expect([old.status, old.body.code]).to.deep.equal([own.status, own.body.code]);
        expect(old.headers.location).to.equal(undefined);
      }
    });

    it("forgets the addresses of a category whose target is deleted", async () => {
      const [target, source] = [
        await make("categories", { name: "Music" }),
        await make("categories", { name: "Musik" }),
      ];
      await calendar.post(`/categories/${target}/merge`, { as: "editor", json: { from: [source] } });
      await calendar.send("DELETE", `/categories/${target}`, { as: "editor" });
      expect((await calendar.get(`/categories/${source}`)).status).to.equal(400);
    });
  });
}
