import { expect } from "chai";
import type { Sent, TestResponse } from "./client.ts";
import { firstServed, type StartedCalendar, startCalendar } from "./start-calendar.ts";

const EVENT = { title: "Jazz", start_date: "2031-05-01 10:00:00", end_date: "2031-05-01 12:00:00" };
const JSON_TYPE = { "content-type": "application/json" };

for (const store of firstServed) {
  describe(`parameters as they are sent on ${store.name}`, () => {
    let calendar: StartedCalendar;
    let event: string;
    let other: number;

    const create = async (path: string, json: object): Promise<number> => {
      const { status, text, body } = await calendar.post(path, { as: "editor", json });
      expect(status, text).to.equal(201);
      return body.id;
    };

    before(async () => {
      calendar = await startCalendar(store);
      event = `/events/${await create("/events", { ...EVENT, slug: "first" })}`;
      other = await create("/events", { ...EVENT, slug: "second" });
    });
    after(() => calendar.close());

    const update = (sent: Sent, query = ""): Promise<TestResponse> =>
      calendar.send("PATCH", event + query, { as: "editor", ...sent });

    describe("which one counts", () => {
      const table: readonly (readonly [what: string, query: string, sent: Sent, title: string])[] = [
        ["JSON before the query", "?title=Query", { json: { title: "JSON" } }, "JSON"],
        ["a form before the query", "?title=Query", { form: { title: "Form" } }, "Form"],
        ["the query when the body is silent", "?title=Query", { json: {} }, "Query"],
        ["the last of several", "", { form: "title=First&title=Last" }, "Last"],
        ["the last in the query", "?title=First&title=Last", {}, "Last"],
        ["the last in JSON", "", { raw: '{"title":"First","title":"Last"}', headers: JSON_TYPE }, "Last"],
      ];
      for (const [what, query, sent, title] of table) {
        it(`is ${what}`, async () => {
          const { status, body } = await update(sent, query);
          expect(status).to.equal(200);
          expect(body.title).to.equal(title);
        });
      }

      it("is the path where a record is addressed, whatever else is sent", async () => {
        for (const [method, path, sent] of [
          ["GET", `${event}?id=${other}`, {}],
          ["PATCH", `${event}?id=${other}`, { json: { id: other } }],
          ["PUT", `/events/by-slug/first?id=${other}`, { form: { id: String(other), slug: "first" } }],
        ] as const) {
          const { status, body } = await calendar.send(method, path, { as: "editor", ...sent });
          expect(status, path).to.equal(200);
          expect(`/events/${body.id}`, path).to.equal(event);
        }
      });
    });

    describe("lists", () => {
      const names = ({ body }: TestResponse): readonly string[] =>
        body.tags.map(({ name }: { name: string }) => name);

      const table: readonly (readonly [sent: Sent, tags: readonly string[]])[] = [
        [{ form: "tags[]=a&tags[]=b" }, ["a", "b"]],
        [{ form: "tags[0]=a&tags[1]=b" }, ["a", "b"]],
        [{ form: "tags=a, b ,,c," }, ["a", "b", "c"]],
        [{ form: "tags=a%2520b" }, ["a b"]],
        [{ json: { tags: "a,b" } }, ["a", "b"]],
        [{ json: { tags: ["a", "b"] } }, ["a", "b"]],
        [{ json: { tags: null } }, ["a", "b"]],
        [{ form: "tags=" }, []],
        [{ json: { tags: ["a"] } }, ["a"]],
        [{ json: { tags: "" } }, []],
        [{ form: "tags[]=a" }, ["a"]],
        [{ json: { tags: [] } }, []],
      ];
      for (const [sent, tags] of table) {
        it(`come as ${JSON.stringify(sent)}`, async () => {
          const answer = await update(sent);
          expect(answer.status, JSON.stringify(answer.body)).to.equal(200);
          expect(names(answer)).to.deep.equal(tags);
        });
      }

      it("of ids come in commas, in brackets and encoded once more", async () => {
        const id = Number(event.slice("/events/".length));
        for (const query of [
          `include=${id},${other}`,
          `include=%20${id}%20,,%20${other},`,
          `include[]=${id}&include[]=${other}`,
          `include[5]=${id}&include[7]=${other}`,
          `include=${id}%2C${other}`,
          `include=${id}%252C${other}`,
        ]) {
          const { status, body } = await calendar.get(`/events?${query}`);
          expect(status, query).to.equal(200);
          expect(body.total, query).to.equal(2);
          expect(body.rest_url, query).to.contain(`&include=${id},${other}`);
        }
      });

      // rules/interface.md#empty-values
      it("that are empty or have other entries are refused", async () => {
        for (const [name, value] of [
          ["include", ""],
          ["include", ","],
          ["include", "1,x"],
          ["include", "0"],
          ["venue", "-1"],
          ["organizer", "1.5"],
          ["categories", ""],
          ["tags", ","],
        ] as const) {
          const { status, body } = await calendar.get(`/events?${name}=${value}`);
          expect(status, `${name}=${value}`).to.equal(400);
          expect(Object.keys(body.data.params)).to.deep.equal([name]);
          expect(body.data.details).to.deep.equal([]);
        }
      });
    });

    describe("types", () => {
      const numbers: readonly (readonly [page: string, status: number])[] = [
        ["1", 200],
        ["%201", 200],
        ["1.0", 200],
        ["01", 200],
        ["1.5", 400],
        ["", 400],
        ["abc", 400],
        ["0", 400],
        ["-1", 400],
        ["true", 400],
        ["1,2", 400],
      ];
      for (const [page, status] of numbers) {
        it(`answers page=${page} with ${status}`, async () => {
          expect((await calendar.get(`/tags?page=${page}`)).status).to.equal(status);
        });
      }

      it("of numbers are refused where they have names that objects have", async () => {
        for (const path of ["/events", "/venues", "/organizers", "/categories", "/tags"]) {
          const { status, body } = await calendar.get(`${path}?per_page[toString]=1&per_page[valueOf]=1`);
          expect([status, Object.keys(body.data.params)], path).to.deep.equal([400, ["per_page"]]);
        }
      });

      it("of flags are the same in JSON and in forms", async () => {
        for (const [value, flag] of [
          ["true", true],
          ["0", false],
          ["TRUE", true],
          ["False", false],
          ["1", true],
          ["false", false],
        ] as const) {
          expect((await update({ form: { sticky: value } })).body.sticky, value).to.equal(flag);
          expect((await update({ json: { featured: value } })).body.featured, value).to.equal(flag);
        }
        for (const value of ["yes", "on", "", "2", "null"]) {
          const { status, body } = await update({ form: { sticky: value } });
          expect([status, body.code], value).to.deep.equal([400, "rest_invalid_param"]);
        }
      });

      it("of texts are texts alone in JSON, and anything in a form", async () => {
        for (const [name, value] of [
          ["start_date", 1_714_550_400],
          ["image", 12],
          ["title", 5],
          ["excerpt", true],
          ["slug", ["x"]],
          ["description", { a: 1 }],
          ["timezone", null],
        ] as const) {
          const { status, body } = await update({ json: { [name]: value } });
          expect(status, name).to.equal(400);
          expect(Object.keys(body.data.params), name).to.deep.equal([name]);
        }
        const { status, body } = await update({ form: { title: "5", start_date: "1935475200" } });
        expect(status, JSON.stringify(body)).to.equal(200);
        expect(body).to.include({ title: "5", utc_start_date: "2031-05-02 08:00:00" });
      });
    });
  });
}
