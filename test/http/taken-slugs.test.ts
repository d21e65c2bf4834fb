import { expect } from "chai";
import { stores } from "../stores.ts";
import type { TestResponse } from "./client.ts";
import { type StartedCalendar, startCalendar } from "./start-calendar.ts";

const TIMES = { start_date: "2031-05-16 20:30:00", end_date: "2031-05-16 23:00:00" };

/** Required values of a record of each kind with this name. */
const KINDS = {
  events: (name: string) => ({ ...TIMES, title: name }),
  venues: (name: string) => ({ venue: name }),
  organizers: (name: string) => ({ organizer: name }),
} as const;
const RESOURCES = Object.keys(KINDS) as readonly (keyof typeof KINDS)[];

for (const store of stores) {
  describe(`what is shown of records that the caller may not read on ${store.name}`, () => {
    let calendar: StartedCalendar;
    beforeEach(async () => {
      calendar = await startCalendar(store);
    });
    afterEach(() => calendar.close());

    const make = async (path: string, json: object, as = "editor"): Promise<TestResponse["body"]> => {
      const answer = await calendar.post(path, { as, json });
      expect(answer.status, answer.text).to.equal(201);
      return answer.body;
    };
    const dry = async (method: string, path: string, json: object, as: string): Promise<TestResponse> => {
      const answer = await calendar.send(method, path, { as, json: { ...json, dry_run: true } });
      expect(answer.status, answer.text).to.equal(200);
      return answer;
    };

    for (const resource of RESOURCES)
      it(`is no slug of ${resource} in a dry run; a write avoids it`, async () => {
        const path = `/${resource}`;
        const fields = KINDS[resource];
        const hidden = await make(path, { ...fields("Gala"), status: "private" });
        expect(hidden.slug).to.equal("gala");
        const mine = await make(path, fields("Mine"), "author");
        for (const [method, address, json] of [
          ["POST", path, fields("Gala")],
          ["POST", path, { ...fields("Other"), ...(resource === "events" && { slug: "gala" }) }],
          ...(resource === "events" ? [["PATCH", `${path}/${mine.id}`, { slug: "gala" }] as const] : []),
        ] as const) {
          const { body, headers } = await dry(method, address, json, "author");
          expect(body.slug).to.be.oneOf(["gala", "other"]);
          expect(headers).not.to.have.property("x-kalends-adjusted");
        }
        // An editor may see the hidden record, so the dry run shows the slug that a write would assign.
        expect(
          (await dry("POST", path, { ...fields("Gala"), description: "New" }, "editor")).body.slug,
        ).to.equal("gala-2");
        expect((await make(path, fields("Gala"), "author")).slug).to.equal("gala-2");
        // For this author, a dry run avoids slugs of visible records but not the slug of the hidden record.
        const third = { ...fields("Gala"), description: "Third", slug: "gala-2" };
        expect((await dry("POST", path, third, "author")).body.slug).to.equal(
          resource === "events" ? "gala-2-2" : "gala",
        );
      });

    it("is no slug of what a dry run makes with an event", async () => {
      for (const resource of ["venues", "organizers"] as const)
        await make(`/${resource}`, { ...KINDS[resource]("Gala"), status: "private" });
      const event = {
        ...KINDS.events("Party"),
        venue: { venue: "Gala" },
        organizer: [{ organizer: "Gala" }, { organizer: "Gala!" }],
      };
      const planned = (await dry("POST", "/events", event, "author")).body;
      expect([
        planned.venue.slug,
        ...planned.organizer.map((one: TestResponse["body"]) => one.slug),
      ]).to.deep.equal([...["gala", "gala", "gala-2"]]);
      expect(JSON.stringify(planned)).to.not.include("gala-3");
      expect((await make("/events", event, "author")).venue.slug).to.equal("gala-2");
    });

    it("is by id and slug that these are taken, and neither title nor time nor author", async () => {
      for (const resource of RESOURCES) {
        const path = `/${resource}`;
        const [one, other] = [
          await make(path, { ...KINDS[resource]("First secret"), status: "private" }),
          await make(path, {
            ...KINDS[resource]("Second secret"),
            ...(resource === "events" && { start_date: "2032-01-01 10:00", end_date: "2032-01-02 10:00" }),
            ...{ status: "draft", slug: "second", author: calendar.users.get("administrator") },
          }),
        ];
        for (const as of [undefined, "subscriber", "contributor"] as const) {
          /**
           * Sends a request. Returns status, body and headers, except for headers that differ in each
           * response.
           */
          const ask = async (address: string): Promise<readonly unknown[]> => {
            const { status, text, headers } = await calendar.get(address, as === undefined ? {} : { as });
            const { date: _date, "x-request-id": _id, etag: _tag, ...rest } = headers;
            return [status, text, rest];
          };
          const refused = await ask(`${path}/${one.id}`);
          expect(refused[0]).to.equal(403);
          for (const address of [
            `${path}/${other.id}`,
            ...[one, other].map(({ slug }) => `${path}/by-slug/${slug}`),
          ])
            expect(await ask(address), address).to.deep.equal(refused);
          expect(refused[1]).to.not.match(/secret|private|draft|2031|2032|editor|administrator/i);
          // For a record that does not exist, the specification requires another status in some cases.
          expect((await ask(`${path}/99999`))[0]).to.be.oneOf([400, 404]);
          expect((await ask(`${path}/by-slug/first`))[0]).to.be.oneOf([400, 404]);
          for (const address of [`${path}?include=${one.id},${other.id}`, `${path}?slug=${one.slug}`])
            expect(
              (await calendar.get(address, as === undefined ? {} : { as })).body.total,
              address,
            ).to.equal(0);
        }
      }
    });
  });
}
