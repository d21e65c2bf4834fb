import { expect } from "chai";
import type { Body, TestResponse } from "../http/client.ts";
import { stores } from "../stores.ts";
import { MINIMUM } from "./declared-operations.ts";
import { expectSound, type HostileServer, openHostileServer } from "./hostile-server.ts";

const times = <T>(count: number, make: (index: number) => Promise<T>): Promise<readonly T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)));

const statusesOf = (answers: readonly TestResponse[]): readonly number[] =>
  [...new Set(answers.map(({ status }) => status))].toSorted((one, other) => one - other);

for (const store of stores) {
  describe(`many at once, on ${store.name}`, () => {
    let server: HostileServer;
    const as = "administrator";

    before(async () => {
      server = await openHostileServer(store);
    });
    after(() => server.close());

    const soundly = async (answers: Promise<readonly TestResponse[]>): Promise<readonly TestResponse[]> => {
      for (const answer of await answers) expectSound(answer);
      return answers;
    };

    it("make one venue of fifty of the same name, and one organizer", async () => {
      for (const [resource, name] of [
        ["venues", "venue"],
        ["organizers", "organizer"],
      ]) {
        const json = { [`${name}`]: "The one and only" };
        const answers = await soundly(times(50, () => server.post(`/${resource}`, { as, json })));
        expect(statusesOf(answers)).to.deep.equal([201]);
        expect(new Set(answers.map(({ body }) => body.id)).size).to.equal(1);
        expect((await server.get(`/${resource}?search=only`)).body.total).to.equal(1);
      }
    });

    it("make one venue of fifty inside as many events, whose slugs all differ", async () => {
      const json = { ...MINIMUM.events, title: "Rush", venue: { venue: "Rushed hall" }, tags: ["Rush"] };
      const answers = await soundly(times(50, () => server.post("/events", { as, json })));
      expect(statusesOf(answers)).to.deep.equal([201]);
      expect(new Set(answers.map(({ body }) => body.venue.id)).size).to.equal(1);
      expect(new Set(answers.map(({ body }) => body.tags[0].id)).size).to.equal(1);
      expect(new Set(answers.map(({ body }) => body.slug)).size).to.equal(50);
      expect(new Set(answers.map(({ body }) => body.id)).size).to.equal(50);
    });

    it("make one term of fifty of the same name", async () => {
      for (const resource of ["categories", "tags"]) {
        const answers = await soundly(
          times(50, () => server.post(`/${resource}`, { as, json: { name: "Crowd" } })),
        );
        expect(statusesOf(answers)).to.deep.equal([201, 400]);
        const [made, ...others] = answers.toSorted((one, other) => one.status - other.status);
        for (const { body } of others) {
          expect(body.code).to.equal("term_exists");
          expect(body.data.term_id).to.equal(made?.body.id);
        }
      }
    });

    it("change one record 200 times, a field each, and lose nothing", async () => {
      const { body: event } = await server.post("/events", {
        as,
        json: { ...MINIMUM.events, title: "Contested" },
      });
      const writers = [
        (index: number) => ({ title: `Contested ${index}` }),
        (index: number) => ({ description: `Description ${index}` }),
        (index: number) => ({ cost: String(index + 1) }),
        (index: number) => ({ website: `http://example.com/${index}` }),
      ];
      const answers = await soundly(
        times(200, (index) =>
          server.send("PATCH", `/events/${event.id}`, { as, json: writers[index % 4]?.(index) }),
        ),
      );
      expect(statusesOf(answers)).to.deep.equal([200]);
      const { body } = await server.get(`/events/${event.id}`);
      expect(body.title).to.match(/^Contested \d+$/);
      expect(body.description).to.match(/^<p>Description \d+<\/p>$/);
      expect(body.cost).to.match(/\d+/);
      expect(body.website).to.match(/\/\d+$/);
    });

    it("delete a record once", async () => {
      for (const [resource, again] of [
        ["events", 410],
        ["venues", 410],
        ["categories", 400],
      ] as const) {
        const json = { ...MINIMUM[resource], name: "Short-lived", venue: undefined, title: "Short-lived" };
        const { body } = await server.post(`/${resource}`, {
          as,
          json: resource === "venues" ? { venue: "Short-lived" } : json,
        });
        const path = `/${resource}/${body.id}`;
        const answers = await soundly(times(30, () => server.send("DELETE", path, { as })));
        expect(answers.filter(({ status }) => status === 200)).to.have.length(1);
        expect(statusesOf(answers).filter((status) => status !== 200)).to.deep.equal(
          resource === "categories"
            ? [400, 404].filter((status) => statusesOf(answers).includes(status))
            : [again],
        );
      }
    });

    it("create, link, rename and delete without tearing anything", async () => {
      const { body: venue } = await server.post("/venues", { as, json: { venue: "Torn hall" } });
      const { body: tag } = await server.post("/tags", { as, json: { name: "Torn" } });
      const { body: category } = await server.post("/categories", { as, json: { name: "Torn" } });
      const linked = {
        ...MINIMUM.events,
        slug: "torn",
        venue: venue.id,
        tags: tag.id,
        categories: ["torn", "Torn below"],
      };
      await soundly(
        times(200, (index): Promise<TestResponse> => {
          const steps = [
            () => server.post("/events", { as, json: linked }),
            () => server.send("PATCH", `/venues/${venue.id}`, { as, json: { venue: `Torn hall ${index}` } }),
            () => server.send("DELETE", `/venues/${venue.id}`, { as }),
            () => server.send("PATCH", `/venues/${venue.id}`, { as, json: { status: "publish" } }),
            () => server.send("DELETE", `/tags/${tag.id}`, { as }),
            () => server.post("/categories", { as, json: { name: `Child ${index}`, parent: category.id } }),
            () => server.send("DELETE", `/categories/${category.id}`, { as }),
            () => server.send("DELETE", "/events/by-slug/torn", { as }),
            () => server.send("PATCH", "/events/by-slug/torn-2", { as, json: { slug: "torn" } }),
            () => server.get("/events?per_page=50&tags=torn"),
          ];
          return (steps[index % steps.length] ?? steps[0] ?? (() => server.get("/events")))();
        }),
      );
      const { body } = await server.get("/events?per_page=200");
      const slugs = body.events.map(({ slug }: Body) => slug);
      expect(new Set(slugs).size).to.equal(slugs.length);
      for (const event of body.events) {
        expect((await server.get(`/events/${event.id}`)).status).to.equal(200);
        for (const term of [...event.tags, ...event.categories]) {
          const path = `/${event.tags.includes(term) ? "tags" : "categories"}/${term.id}`;
          expect((await server.get(path)).status).to.equal(200);
        }
      }
    });

    it("are told that they are too many when they guess passwords, not that something broke", async () => {
      const guess = (index: number): string =>
        `Basic ${Buffer.from(`editor:guess ${index}`).toString("base64")}`;
      const answers = await soundly(
        times(20, (index) => server.get("/events", { headers: { authorization: guess(index) } })),
      );
      expect(statusesOf(answers)).to.deep.equal([401]);
    });
  });
}
