import { Validator } from "@seriousme/openapi-schema-validator";
import { expect } from "chai";
import { firstServed, type ServedStore, type StartedCalendar, startCalendar } from "./start-calendar.ts";

const ITEM = ["GET", "DELETE", "POST PUT PATCH"];
const TERM = ["GET", "POST PUT PATCH", "DELETE"];
const LIST = ["GET", "POST"];
const PUT = ["PUT"];

/** Returns the routes of the versions of one kind of record. */
const versionsOf = (name: string): readonly (readonly [path: string, endpoints: readonly string[]])[] => [
  [`/${name}/(?P<id>\\d+)/revisions`, ["GET"]],
  [`/${name}/(?P<id>\\d+)/revisions/(?P<revision>\\d+)`, ["GET"]],
  [`/${name}/(?P<id>\\d+)/revisions/(?P<revision>\\d+)/restore`, ["POST"]],
];

/** Source: rules/description.md#route-order. */
const ROUTES: readonly (readonly [path: string, endpoints: readonly string[]])[] = [
  ["", ["GET"]],
  ["/doc", ["GET"]],
  ["/events", LIST],
  ["/events/(?P<id>\\d+)", ITEM],
  ["/events/by-slug/(?P<slug>[^/]+)", ITEM],
  ["/events/by-external-id/(?P<source>[^/]+)/(?P<external_id>[^/]+)", PUT],
  ["/events.csv", ["GET"]],
  ["/events/(?P<id>\\d+)/occurrences", ["GET"]],
  ["/events/(?P<id>\\d+)/occurrences/(?P<recurrence_id>[^/]+)", ITEM],
  ["/events/by-slug/(?P<slug>[^/]+)/occurrences", ["GET"]],
  ["/events/by-slug/(?P<slug>[^/]+)/occurrences/(?P<recurrence_id>[^/]+)", ITEM],
  ["/events/(?P<id>\\d+)/detach", ["POST"]],
  ...versionsOf("events"),
  ["/venues", LIST],
  ["/venues/(?P<id>\\d+)", ITEM],
  ["/venues/by-slug/(?P<slug>[^/]+)", ITEM],
  ["/venues/by-external-id/(?P<source>[^/]+)/(?P<external_id>[^/]+)", PUT],
  ["/venues.csv", ["GET"]],
  ["/venues/(?P<id>\\d+)/merge", ["POST"]],
  ["/venues/(?P<id>\\d+)/busy", ["GET"]],
  ["/venues/duplicates", ["GET"]],
  ...versionsOf("venues"),
  ["/organizers", LIST],
  ["/organizers/(?P<id>\\d+)", ITEM],
  ["/organizers/by-slug/(?P<slug>[^/]+)", ITEM],
  ["/organizers/by-external-id/(?P<source>[^/]+)/(?P<external_id>[^/]+)", PUT],
  ["/organizers.csv", ["GET"]],
  ["/organizers/(?P<id>\\d+)/merge", ["POST"]],
  ...versionsOf("organizers"),
  ["/categories", LIST],
  ["/categories/(?P<id>\\d+)", TERM],
  ["/categories/by-external-id/(?P<source>[^/]+)/(?P<external_id>[^/]+)", PUT],
  ["/categories/(?P<id>\\d+)/merge", ["POST"]],
  ["/tags", LIST],
  ["/tags/(?P<id>\\d+)", TERM],
  ["/tags/by-external-id/(?P<source>[^/]+)/(?P<external_id>[^/]+)", PUT],
  ["/tags/(?P<id>\\d+)/merge", ["POST"]],
  // Routes that The Events Calendar does not have.
  ["/images", LIST],
  ["/images/(?P<id>\\d+)", ["GET", "PATCH", "DELETE"]],
  ["/images/(?P<id>\\d+)/file", ["PUT"]],
  ["/images/(?P<id>\\d+)/usage", ["GET"]],
];

const test = (store: ServedStore): void => {
  let calendar: StartedCalendar;
  before(async () => {
    calendar = await startCalendar(store);
  });
  after(() => calendar.close());

  describe("the namespace root", () => {
    const argumentsOf = async (path: string, endpoint = 0): Promise<Readonly<Record<string, object>>> =>
      (await calendar.get("")).body.routes[`/tribe/events/v1${path}`].endpoints[endpoint].args;

    it("has the routes in their order, with their endpoints", async () => {
      const { status, body } = await calendar.get("");
      expect(status).to.equal(200);
      expect(Object.keys(body)).to.deep.equal(["namespace", "routes", "_links"]);
      const found = Object.entries<{ endpoints: { methods: string[] }[]; methods: string[] }>(body.routes);
      expect(
        found.map(([path, { endpoints }]) => [path, endpoints.map(({ methods }) => methods.join(" "))]),
      ).to.deep.equal(ROUTES.map(([path, endpoints]) => [`/tribe/events/v1${path}`, endpoints]));
      for (const [path, { methods, endpoints }] of found) {
        expect(methods, path).to.deep.equal(endpoints.flatMap((endpoint) => endpoint.methods));
      }
      const rest = calendar.namespace.replace("/tribe/events/v1", "");
      expect(body._links).to.deep.equal({ up: [{ href: `${rest}/` }] });
    });

    it("links to the routes without variables", async () => {
      const { routes } = (await calendar.get("")).body;
      for (const [path] of ROUTES) {
        const self = routes[`/tribe/events/v1${path}`]._links?.self;
        const url = calendar.namespace + path;
        expect(self, path).to.deep.equal(path.includes("(") ? undefined : [{ href: url }]);
      }
    });

    it("describes arguments as clients know them", async () => {
      const { description: _, ...id } = (await argumentsOf("/events/(?P<id>\\d+)")).id as Record<
        string,
        string
      >;
      expect(id).to.deep.equal({ required: true, type: "integer" });
      const list = await argumentsOf("/events");
      expect(list.per_page).to.include({ required: false, type: "integer", default: "10" });
      expect(list.categories).to.deep.include({ type: "array", items: { type: "integer" } });
      expect(list.geoloc_lat).to.include({ type: "number", format: "double" });
      expect(list.status).to.include({ type: "string", format: "string" });
      expect(list.search).to.not.have.property("default");
      expect(list).to.include.all.keys("starts_before", "ends_after", "strict_dates");
      expect(list).to.not.have.any.keys("ticketed", "_fields", "_method");
      expect((await argumentsOf("/tags")).hide_empty).to.include({ type: "boolean", default: "1" });
      const venue = (await argumentsOf("/events", 1)).venue;
      expect(venue).to.deep.include({ default: null, type: "array", items: { type: "integer" } });
      const cost = (await argumentsOf("/events", 1)).cost;
      expect(cost).to.have.all.keys("required", "description");
    });

    it("has no arguments at /doc", async () => {
      expect(await argumentsOf("/doc")).to.deep.equal([]);
    });

    // rules/description.md#by-slug-arguments
    it("tells of the slug in the body where the path has one as well", async () => {
      const args = await argumentsOf("/events/by-slug/(?P<slug>[^/]+)", 2);
      expect(Object.keys(args)[0]).to.equal("slug");
      expect(args.slug).to.include({ required: false, type: "string" });
      expect((await argumentsOf("/venues/by-slug/(?P<slug>[^/]+)", 2)).slug).to.include({ required: true });
    });

    // rules/description.md#context-parameter
    it("shows its own namespace and no other, in every context", async () => {
      const { body } = await calendar.get("");
      for (const query of ["?namespace=tribe/events/v1", "?context=help", "?context=nonsense"]) {
        expect((await calendar.get(query)).body, query).to.deep.equal(body);
      }
      for (const query of ["?namespace=wp/v2", "?namespace=", "?namespace[]=tribe/events/v1"]) {
        const answer = await calendar.get(query);
        expect([answer.status, answer.body.code], query).to.deep.equal([404, "rest_invalid_namespace"]);
      }
      expect((await calendar.get("?namespace[a]=b")).body.data.params).to.have.all.keys("namespace");
    });

    it("says of each path what OPTIONS says there", async () => {
      const { routes } = (await calendar.get("")).body;
      for (const [path] of ROUTES) {
        const concrete = path.replace(/\(\?P<\w+>\\d\+\)/g, "1").replace(/\(\?P<\w+>\[\^\/\]\+\)/g, "x");
        const { body } = await calendar.send("OPTIONS", concrete);
        expect(body, path).to.deep.equal(routes[`/tribe/events/v1${path}`]);
      }
    });
  });

  describe("GET /doc", () => {
    const VERSIONS = [
      ["", "openapi", "3.0.0"],
      ["?version=3.0", "openapi", "3.0.0"],
      ["?version=3.1", "openapi", "3.1.0"],
      ["?version=2.0", "swagger", "2.0"],
    ] as const;

    for (const [query, member, version] of VERSIONS) {
      it(`answers ${member} ${version}${query === "" ? " by default" : ""}, which a validator accepts`, async () => {
        const { status, body } = await calendar.get(`/doc${query}`);
        expect([status, body[member]]).to.deep.equal([200, version]);
        const { valid, errors } = await new Validator().validate(body);
        expect(errors ?? []).to.deep.equal([]);
        expect(valid).to.equal(true);
      });
    }

    it("names where the interface is", async () => {
      const { servers } = (await calendar.get("/doc")).body;
      expect(servers).to.deep.equal([{ url: `${calendar.namespace}/` }]);
      const { host, basePath, schemes } = (await calendar.get("/doc?version=2.0")).body;
      const url = new URL(`${calendar.namespace}/`);
      expect({ host, basePath, schemes }).to.deep.equal({
        host: url.host,
        basePath: url.pathname,
        schemes: ["http"],
      });
    });

    it("does not change from moment to moment", async () => {
      const first = await calendar.get("/doc", { headers: { "accept-encoding": "identity" } });
      const headers = { "if-none-match": String(first.headers.etag) };
      expect((await calendar.get("/doc", { headers })).status).to.equal(304);
      expect(first.text).to.not.include("2031-03-09 19:59:00");
    });

    it("refuses other versions, naming the parameter", async () => {
      for (const query of ["version=3", "version=", "version=4.0", "version[]=3.1", "version[a]=3.1"]) {
        const { status, body } = await calendar.get(`/doc?${query}`);
        expect([status, body.code, Object.keys(body.data.params)], query).to.deep.equal([
          400,
          "rest_invalid_param",
          ["version"],
        ]);
      }
    });
  });
};

for (const store of firstServed)
  describe(`the interface describes itself on ${store.name}`, () => test(store));

describe("GET /doc where Swagger 2.0 is the dialect", () => {
  it("answers that unless asked otherwise", async () => {
    const [store] = firstServed;
    if (store === undefined) throw new Error("There is no store");
    const calendar = await startCalendar(store, { docDialect: "swagger-2.0" });
    expect((await calendar.get("/doc")).body.swagger).to.equal("2.0");
    expect((await calendar.get("/doc?version=3.0")).body.openapi).to.equal("3.0.0");
    await calendar.close();
  });
});
