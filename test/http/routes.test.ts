import { expect } from "chai";
import type { Sent } from "./client.ts";
import { firstServed, type StartedCalendar, startCalendar } from "./start-calendar.ts";

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
const ITEM: readonly string[] = METHODS;
const COLLECTION: readonly string[] = ["GET", "POST"];
const ROUTES: readonly (readonly [path: string, methods: readonly string[]])[] = [
  ["", ["GET"]],
  ["/events", COLLECTION],
  ["/events/1", ITEM],
  ["/events/by-slug/x", ITEM],
  ["/venues", COLLECTION],
  ["/venues/1", ITEM],
  ["/venues/by-slug/x", ITEM],
  ["/organizers", COLLECTION],
  ["/organizers/1", ITEM],
  ["/organizers/by-slug/x", ITEM],
  ["/categories", COLLECTION],
  ["/categories/1", ITEM],
  ["/tags", COLLECTION],
  ["/tags/1", ITEM],
];

for (const store of firstServed) {
  describe(`routes on ${store.name}`, () => {
    let calendar: StartedCalendar;

    before(async () => {
      calendar = await startCalendar(store);
    });
    after(() => calendar.close());

    for (const [path, methods] of ROUTES) {
      it(`at "${path}" are those for ${methods.join(", ")} and no others`, async () => {
        for (const method of METHODS) {
          for (const variant of [path, `${path}/`, path.toUpperCase()]) {
            const { status, body } = await calendar.send(method, variant);
            const isThere = methods.includes(method);
            expect(body.code === "rest_no_route", `${method} ${variant}`).to.equal(!isThere);
            if (!isThere) expect(status).to.equal(404);
          }
        }
        const { status, body } = await calendar.send("OPTIONS", path);
        expect(status).to.equal(200);
        expect(body.methods).to.have.members(methods);
      });
    }

    // rules/interface.md#ids-in-paths
    it("end in digits: nothing else is an id", async () => {
      for (const name of ["events", "venues", "organizers", "categories", "tags"]) {
        for (const id of ["foo", "-1", "1.5", "+1", "1e1", "1a", "%31", "by-slug", "by-slug/"]) {
          const { status, body } = await calendar.get(`/${name}/${id}`);
          expect([status, body.code], `${name}/${id}`).to.deep.equal([404, "rest_no_route"]);
        }
      }
    });

    it("take 0 for an id that no record has", async () => {
      expect((await calendar.get("/events/0")).body).to.include({ code: "rest-event-not-found" });
      for (const name of ["venues", "organizers", "categories", "tags"]) {
        const { status, body } = await calendar.get(`/${name}/0`);
        expect([status, body.code], name).to.deep.equal([400, "rest_invalid_param"]);
        expect(Object.keys(body.data.params)).to.deep.equal(["id"]);
      }
    });

    describe("refuse a request at the first step that fails:", () => {
      const credentials = { authorization: "Bearer wrong" };
      const brokenJson = { raw: "{x", headers: { "content-type": "application/json" } };
      const mistyped = { title: "x", start_date: "2031-05-01", end_date: "2031-05-01", all_day: "x" };
      const table: readonly (readonly [string, string, Sent, status: number, code: string])[] = [
        ["credentials, nowhere", "/nothing", { headers: credentials }, 401, "rest_forbidden"],
        ["route, whatever the body", "/nothing", brokenJson, 404, "rest_no_route"],
        ["body, whatever is missing", "/events", brokenJson, 400, "rest_invalid_json"],
        [
          "missing, whatever is wrong",
          "/events",
          { json: { start_date: "bad", all_day: "x" } },
          400,
          "rest_missing_callback_param",
        ],
        [
          "validators before types",
          "/events",
          { json: { ...mistyped, title: "" } },
          400,
          "rest_invalid_param",
        ],
        ["types before rights", "/events", { json: mistyped }, 400, "rest_invalid_param"],
        ["rights", "/events", { json: { ...mistyped, all_day: false } }, 401, "rest_forbidden"],
      ];
      for (const [step, path, sent, status, code] of table) {
        it(step, async () => {
          const answer = await calendar.post(path, sent);
          expect([answer.status, answer.body.code]).to.deep.equal([status, code]);
        });
      }

      it("and read JSON on every method", async () => {
        for (const method of ["GET", "PUT", "PATCH", "DELETE"]) {
          const { status, body } = await calendar.send(method, "/events/1", brokenJson);
          expect([status, body.code], method).to.deep.equal([400, "rest_invalid_json"]);
        }
      });
    });
  });
}
