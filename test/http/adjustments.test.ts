import { expect } from "chai";
import { ADJUSTED, AS_SENT, type Case, EVENT } from "./adjusted-values.ts";
import { aPicture } from "./pictures.ts";
import { casesOn, type StartedCalendar, servedStores, startCalendar } from "./start-calendar.ts";

const namesOf = (header: string | string[] | undefined): readonly string[] =>
  header === undefined ? [] : String(header).split(",").map(decodeURIComponent);

for (const store of servedStores) {
  describe(`what is not stored as it was sent, on ${store.name}`, () => {
    let calendar: StartedCalendar;
    const start = async (): Promise<void> => {
      calendar = await startCalendar(store);
      const add = async (path: string, json: object): Promise<void> => {
        const { status, text, headers } = await calendar.post(path, { as: "editor", json });
        expect([status, headers["x-kalends-adjusted"]], text).to.deep.equal([201, undefined]);
      };
      await add("/events", { ...EVENT, slug: "taken" });
      await add("/venues", { venue: "Hall", city: "Turin", zip: "1" });
      await add("/categories", { name: "Taken", slug: "taken" });
      await add("/tags", { name: "Taken", slug: "taken" });
    };

    const send = ({ path = "/events", json, as = "editor" }: Case, headers: Record<string, string> = {}) =>
      calendar.post(path, { as, headers, json: { ...(path === "/events" && EVENT), ...json } });

    // Each table has its own calendar, so that the tests of one table do not affect the other.
    for (const table of [ADJUSTED, AS_SENT])
      describe("among values", () => {
        before(start);
        after(() => calendar.close());

        for (const [what, one] of casesOn(store, table)) {
          it(`is ${one.names.length > 0 ? "" : "not "}named: ${what}`, async () => {
            const before = await calendar.contents();
            // rules/errors.md#strict-refusals
            const strict = await send(one, { Prefer: "handling=strict" });
            if (one.names.length > 0) {
              expect([strict.status, strict.body.code], strict.text).to.deep.equal([
                400,
                "rest_invalid_param",
              ]);
              expect(one.names).to.include.members(Object.keys(strict.body.data.params));
              expect(await calendar.contents()).to.equal(before);
            }
            const { status, text, headers } =
              one.names.length > 0 ? await send(one, { Prefer: "handling=lenient" }) : strict;
            expect(status, text).to.equal(201);
            expect(namesOf(headers["x-kalends-adjusted"])).to.have.members(one.names);
          });
        }
      });

    describe("in a calendar of its own", () => {
      beforeEach(start);
      afterEach(() => calendar.close());

      it("is named of updates by the same rules", async () => {
        const { id } = (await calendar.post("/events", { as: "editor", json: EVENT })).body;
        const patch = async (json: object, headers = {}): Promise<readonly unknown[]> => {
          const answer = await calendar.send("PATCH", `/events/${id}`, { as: "editor", json, headers });
          return [answer.status, ...namesOf(answer.headers["x-kalends-adjusted"])];
        };
        expect(await patch({ title: "Jazz night", venue: null })).to.deep.equal([200]);
        // If only the start is sent, the stored end moves with it.
        expect(await patch({ start_date: "2031-05-17 10:00" })).to.deep.equal([200, "end_date"]);
        expect(await patch({ end_date: "2031-02-29" }, { Prefer: "handling=strict" })).to.deep.equal([400]);
        expect(await patch({ end_date: "2031-05-17 12:00" }, { Prefer: "handling=strict" })).to.deep.equal([
          200,
        ]);
        expect(await patch({ all_day: true })).to.deep.equal([200]);
        expect(await patch({ slug: "taken" })).to.deep.equal([200, "slug"]);

        const add = async (json: object) =>
          (await calendar.post("/categories", { as: "editor", json })).body.id as number;
        const parent = await add({ name: "Parent" });
        const child = await add({ name: "Child", parent });
        const path = `/categories/${parent}`;
        const looped = await calendar.send("PUT", path, {
          as: "editor",
          json: { parent: child, name: "<b>P</b>" },
        });
        expect([looped.body.parent, ...namesOf(looped.headers["x-kalends-adjusted"])]).to.deep.equal([
          0,
          "name",
          "parent",
        ]);
        const organizer = (await calendar.post("/organizers", { as: "editor", json: { organizer: "Ann" } }))
          .body.id;
        const changed = await calendar.send("PATCH", `/organizers/${organizer}`, {
          as: "editor",
          json: { organizer: "<b onclick='x()'>Ann</b>", phone: "<1>", status: "publish", slug: "ann" },
        });
        expect(namesOf(changed.headers["x-kalends-adjusted"])).to.have.members(["organizer"]);
      });

      it("is nothing of what a record shows, sent back", async () => {
        const form = new FormData();
        form.append("file", new File([new Uint8Array(await aPicture())], "poster.png"));
        const image = (await calendar.post("/images", { as: "editor", multipart: form })).body.id;
        const text = "<p>A <b>B</b> & <a href='https://a.example/?a=1&b=2'>C</a></p>\n\nD > E";
        const event = {
          ...EVENT,
          title: "A & <b>B</b>",
          description: text,
          excerpt: text,
          slug: "日本",
          image: String(image),
          cost: ["5 €", "R & B"],
          website: "https://a.example/?a=1&b=2",
          timezone: "UTC+5:30",
          categories: ["Taken"],
          tags: ["Taken"],
          venue: {
            venue: "Barn & more",
            description: text,
            website: "https://a.example/?a=1&b=2",
            address: "A & B <3",
            geo_lat: 1,
            geo_lng: 2,
            country: "United States",
            state: "NY",
          },
          organizer: [{ organizer: "A & <b>B</b>", description: text, email: "a@a.example" }],
        };
        const { body } = await calendar.post("/events", { as: "editor", json: event });
        for (const path of [
          `/events/${body.id}`,
          `/venues/${body.venue.id}`,
          `/organizers/${body.organizer[0].id}`,
          `/categories/${body.categories[0].id}`,
          `/tags/${body.tags[0].id}`,
        ]) {
          const shown = (await calendar.get(path, { as: "editor" })).body;
          // Images, categories and tags must be sent as an id or a name.
          const json = { ...shown };
          if (shown.image !== undefined) json.image = String(image);
          if (shown.categories !== undefined) json.categories = [shown.categories[0].slug];
          if (shown.tags !== undefined) json.tags = [shown.tags[0].slug];
          if (shown.description === "") delete json.description;
          const headers = { Prefer: "handling=strict" };
          const answer = await calendar.send("PUT", path, { as: "editor", json, headers });
          expect(answer.status, answer.text).to.equal(200);
          expect(answer.headers["x-kalends-adjusted"]).to.equal(undefined);
        }
      });

      it("is named percent-encoded, twenty at most, what nobody knows behind the rest", async () => {
        const unknown = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`x ${index}`, index]));
        const json = { ["é".repeat(1000)]: 1, ...unknown, "\ud800": 1, ...EVENT, slug: "Not a slug" };
        const { headers } = await calendar.post("/events", { as: "editor", json });
        const names = String(headers["x-kalends-adjusted"]).split(",");
        expect(names).to.have.length(20);
        expect(names.slice(0, 3)).to.deep.equal(["slug", "%C3%A9".repeat(33), "x%200"]);
        const strict = { as: "editor", json, headers: { Prefer: "handling=strict" } };
        expect(Object.keys((await calendar.post("/events", strict)).body.data.params)).to.have.length(20);
        const halved = await calendar.post("/tags", {
          as: "editor",
          raw: '{"name":"T","\\ud800":1}',
          headers: JSON_TYPE,
        });
        expect(halved.headers["x-kalends-adjusted"]).to.equal("%EF%BF%BD");
      });

      it("is refused by those preferences that say so, which the answer confirms", async () => {
        let number = 0;
        const statusFor = async (Prefer: string): Promise<readonly unknown[]> => {
          number += 1;
          const json = { name: `T ${number}`, titel: "x" };
          const { status, headers } = await calendar.post("/tags", {
            as: "editor",
            json,
            headers: { Prefer },
          });
          return [status, headers["preference-applied"]];
        };
        for (const strict of [
          "handling=strict",
          'respond-async, wait=5; x="a, handling=lenient, b";; y , Handling = "STRICT"; z',
          "handling=strict, handling=lenient",
        ]) {
          expect((await statusFor(strict))[0], strict).to.equal(400);
        }
        for (const lenient of [
          "",
          "handling",
          "handling=lenient, handling=strict",
          "xhandling=strict",
          'a="handling=strict"',
        ]) {
          expect(await statusFor(lenient), lenient).to.deep.equal([201, undefined]);
        }
        const headers = { Prefer: "handling=strict" };
        const made = await calendar.post("/tags", { as: "editor", json: { name: "Fine" }, headers });
        expect([made.status, made.headers["preference-applied"]]).to.deep.equal([201, "handling=strict"]);
        expect((await calendar.get("/tags", { headers })).headers["preference-applied"]).to.equal(undefined);
      });

      it("can be seen and asked for by scripts of other sites", async () => {
        const { headers } = await calendar.send("OPTIONS", "/events", {
          headers: { Origin: "https://a.example" },
        });
        expect(headers["access-control-expose-headers"]).to.include("X-Kalends-Adjusted");
        expect(headers["access-control-allow-headers"]).to.include("Prefer");
      });
    });
  });
}

const JSON_TYPE = { "Content-Type": "application/json" };
