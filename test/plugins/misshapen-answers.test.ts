import type { Plugin } from "@kalends/core/interface";
import { expect } from "chai";
import { type StartedCalendar, startCalendar } from "../http/start-calendar.ts";
import { firstStore } from "../stores.ts";

const WHEN = { start_date: "2031-04-01 10:00:00", end_date: "2031-04-01 12:00:00" };

/** Values that contributions of the plugin return, by parameter value or route path. */
const ANSWERS: Readonly<Record<string, unknown>> = {
  nothing: undefined,
  null: null,
  text: "x",
  number: 1,
};

const describeRoute = (path: string, more: object): object => ({
  method: "GET",
  path,
  description: "Something.",
  parameters: {},
  permits: () => true,
  run: () => ({ body: null }),
  ...more,
});

const ORDERS: Readonly<Record<string, unknown>> = {
  feild: { by: "feild", plugin: "mine", field: "height" },
  costs: { by: "costs", decimalMark: "." },
  by: { plugin: "mine", field: "height" },
  newst: "newst",
  five: 5,
  bare: { by: "field", field: "height" },
  mark: { by: "cost" },
  published: "published",
  height: { by: "field", plugin: "mine", field: "height" },
  cost: { by: "cost", decimalMark: ",", descending: true },
};

const orderFilter = (parameter: string): object => ({
  parameters: { [parameter]: { type: "string", description: "Which order." } },
  pure: true,
  narrow: (query: object, { [parameter]: name }: Readonly<Record<string, string | undefined>>) =>
    name === undefined ? query : { ...query, order: ORDERS[name] },
});

/** Plugin that returns invalid values, as one in JavaScript can. */
const mine = {
  name: "mine",
  setup: () => ({
    eventFilters: [
      {
        parameters: { mine: { type: "string", description: "Which." } },
        narrow: (query: object, { mine: wanted }: { mine?: string }) => {
          if (wanted === undefined) return query;
          if (wanted === "later") return Promise.resolve(undefined);
          if (wanted === "condition")
            return { ...query, extensions: [{ plugin: "mine", feld: "a", anyOf: [] }] };
          if (wanted === "field")
            return { ...query, extensions: [{ plugin: "mine", field: "hights", anyOf: [1] }] };
          if (wanted === "plugin")
            return { ...query, extensions: [{ plugin: "mien", field: "height", anyOf: [1] }] };
          if (wanted === "order") return { ...query, order: { by: "field", plugin: "mine", field: "hight" } };
          if (wanted === "declared")
            return { ...query, extensions: [{ plugin: "mine", field: "height", anyOf: [1] }] };
          return ANSWERS[wanted];
        },
      },
      orderFilter("ordered"),
    ],
    venueFilters: [orderFilter("ordered")],
    organizerFilters: [orderFilter("ordered")],
    fields: [{ record: "event", name: "height", parameter: { description: "In metres.", type: "integer" } }],
    members: [
      { record: "event", schemas: { shade: { type: "string" } }, membersOf: () => ({ shade: "red" }) },
    ],
    routes: [
      ...Object.entries({ ...ANSWERS, list: [1], object: { hello: 1 } }).map(([name, answer]) =>
        describeRoute(`/mine/${name}`, { run: () => answer }),
      ),
      describeRoute("/mine/permitted", { permits: () => "yes" }),
    ],
  }),
} as unknown as Plugin;

for (const store of firstStore) {
  describe(`misshapen answers of plugins on ${store.name}`, () => {
    let calendar: StartedCalendar;
    let logged: string[];
    before(async () => {
      calendar = await startCalendar(store, {
        logger: {
          debug() {},
          info() {},
          warn() {},
          error: (_line, { error } = {}) => void logged.push((error as Error).message),
        },
        plugins: [mine],
      });
    });
    beforeEach(() => {
      logged = [];
    });
    after(() => calendar.close());

    const reasonFor = async (path: string): Promise<string | undefined> => {
      logged = [];
      expect((await calendar.get(path)).status, path).to.equal(500);
      return logged[0];
    };

    it("name the plugin and the form where narrow returns no query", async () => {
      for (const name of ["nothing", "null", "text", "number", "later"])
        expect(await reasonFor(`/events?mine=${name}`), name).to.equal(
          "narrow of the plugin mine must return a query, such as { ...query, ids: [1] }",
        );
      expect(await reasonFor("/events?mine=condition")).to.include(
        'narrow of the plugin mine must return extensions as a list such as [{ plugin: "mine"',
      );
    });

    it("name the field where narrow names one that no plugin declares", async () => {
      const undeclared = (field: string): string =>
        `narrow of the plugin mine names the field ${field}, which the plugin mine does not declare for events; did you mean height?`;
      expect(await reasonFor("/events?mine=field")).to.equal(undeclared("hights"));
      expect(await reasonFor("/events?mine=order")).to.equal(undeclared("hight"));
      expect(await reasonFor("/events?mine=plugin")).to.equal(
        "narrow of the plugin mine names the field height of the plugin mien, which is not active; did you mean the plugin mine?",
      );
      expect((await calendar.get("/events?mine=declared")).status).to.equal(200);
    });

    it("name the order and the known ones where narrow returns an unknown one", async () => {
      const KNOWN = "Known values of order.by of events are field, cost";
      for (const [path, problem] of [
        [
          "events?ordered=feild",
          `returns the order by "feild", which is unknown; did you mean "field"? ${KNOWN}`,
        ],
        [
          "events?ordered=costs",
          `returns the order by "costs", which is unknown; did you mean "cost"? ${KNOWN}`,
        ],
        [
          "events?ordered=by",
          `returns the order by undefined, which is unknown; did you mean "field"? ${KNOWN}`,
        ],
        [
          "events?ordered=newst",
          'returns the order "newst", which is unknown; did you mean "newest"? Known orders of events are start, published, newest, distance',
        ],
        [
          "events?ordered=five",
          'returns the order 5, which is unknown; did you mean "start"? Known orders of events are start, published, newest, distance',
        ],
        [
          "events?ordered=bare",
          'must name the plugin and the field of its order, such as { by: "field", plugin: "mine", field: "height" }',
        ],
        [
          "events?ordered=mark",
          'must say decimalMark in its order, such as { by: "cost", decimalMark: "." }',
        ],
        [
          "venues?ordered=published",
          'returns the order "published", which is unknown; did you mean "distance"? Known orders of venues are distance',
        ],
        ["venues?ordered=cost", "must not order venues by values"],
        ["organizers?ordered=published", "must not order organizers"],
        ["organizers?ordered=cost", "must not order organizers"],
      ])
        expect(await reasonFor(`/${path}`), path).to.equal(`narrow of the plugin mine ${problem}`);
      for (const name of ["published", "height", "cost"])
        expect((await calendar.get(`/events?ordered=${name}`)).status, name).to.equal(200);
    });

    it("name the route and the form where run returns neither a body nor content", async () => {
      for (const name of ["nothing", "null", "text", "number", "list", "object"])
        expect(await reasonFor(`/mine/${name}`), name).to.equal(
          `run of GET /mine/${name} must return { body } for JSON, or { type } with text, bytes, stream or write`,
        );
    });

    it("permit nothing where permits returns neither true nor false", async () => {
      expect(await reasonFor("/mine/permitted")).to.equal(
        "permits of GET /mine/permitted must return true or false",
      );
      expect((await calendar.send("OPTIONS", "/mine/permitted")).headers.allow ?? "").to.not.include("GET");
    });

    it("are logged where members are no list, and add nothing", async () => {
      const { status, body } = await calendar.post("/events", {
        as: "editor",
        json: { title: "A", ...WHEN },
      });
      expect(status).to.equal(201);
      expect(body).to.not.have.property("shade");
      expect(logged).to.deep.equal(["membersOf must return a list with one object for each record"]);
    });
  });
}
