import type { Plugin } from "@kalends/core/interface";
import { expect } from "chai";
import { createCalendar, OperatorError } from "kalends";
import { type StartedCalendar, startCalendar } from "../http/start-calendar.ts";
import { stores } from "../stores.ts";

const seats = {
  description: "Seats.",
  type: "integer",
  documented: { minimum: 1, maximum: 500 },
} as const;

/** Parameter without `type` and without `resolve`. */
const floors = {
  description: "Floors.",
  documented: { type: "array", items: { type: "integer" }, minimum: 0, maximum: 9 },
} as const;
const wing = { description: "Wing.", documented: { type: "string", enum: ["a", "b"] } } as const;

const rooms: Plugin = {
  name: "rooms",
  setup: () => ({
    eventFilters: [
      {
        parameters: {
          seats,
          sizes: {
            description: "Sizes.",
            documented: { type: "array", items: { type: "string" }, enum: ["s", "m"], maxItems: 2 },
            resolve: (raw) => ({ value: String(raw) }),
          },
        },
        pure: false,
        narrow: (query) => query,
      },
    ],
    fields: [
      { record: "event", name: "seats", parameter: seats },
      {
        record: "event",
        name: "room",
        parameter: { description: "Room.", type: "string", documented: { minLength: 2, maxLength: 5 } },
      },
    ],
    routes: [
      {
        method: "GET",
        path: "/rooms",
        description: "Rooms.",
        parameters: {
          seats,
          floors,
          wing,
          names: { description: "Names.", documented: { type: "array", items: { type: "string" } } },
        },
        permits: () => true,
        run: (values) => ({ body: { ...values } as { seats: number } }),
      },
    ],
  }),
};

const EVENT = { title: "Talk", start_date: "2031-04-10 10:00:00", end_date: "2031-04-10 11:00:00" };

describe("bounds that plugins declare of their parameters", () => {
  let calendar: StartedCalendar;
  before(async () => {
    const [store] = stores;
    if (store === undefined) throw new Error("There is no store");
    calendar = await startCalendar(store, { plugins: [rooms] });
  });
  after(() => calendar.close());

  const refusals = async (path: string): Promise<unknown> => {
    const { status, body } = await calendar.get(path);
    expect(status).to.equal(400);
    return body.data.params;
  };

  it("hold for filters", async () => {
    expect((await calendar.get("/events?seats=500&sizes=s,m")).status).to.equal(200);
    expect(await refusals("/events?seats=0&sizes=s,l")).to.deep.equal({
      seats: "Must lie between 1 and 500.",
      sizes: "Must be one of: s, m.",
    });
    expect(await refusals("/events?sizes=s,m,s")).to.deep.equal({ sizes: "Must have at most 2 entries." });
    expect(await refusals("/events?seats=many")).to.have.all.keys("seats");
  });

  it("hold for routes", async () => {
    expect((await calendar.get("/rooms?seats=7")).body).to.deep.equal({ seats: 7 });
    expect(await refusals("/rooms?seats=501")).to.deep.equal({ seats: "Must lie between 1 and 500." });
    expect((await calendar.get("/rooms?floors=0,9&wing=a")).body).to.deep.equal({
      floors: [0, 9],
      wing: "a",
    });
    for (const floors of ["floors=x", "floors=1.5", "floors[][a]=1", "floors=10"])
      expect(await refusals(`/rooms?${floors}`), floors).to.have.all.keys("floors");
    for (const wing of ["wing=c", "wing[]=a", "wing[][a]=b"])
      expect(await refusals(`/rooms?${wing}`), wing).to.have.all.keys("wing");
  });

  it("hold for lists, which are read where the plugin has no validator", async () => {
    expect((await calendar.get("/rooms?floors=1,%202&names=west")).body).to.deep.equal({
      floors: [1, 2],
      names: ["west"],
    });
    expect((await calendar.get("/rooms?floors[]=3&names[]=a,b&names[]=c")).body).to.deep.equal({
      floors: [3],
      names: ["a,b", "c"],
    });
    expect(await refusals("/rooms?names[a][b]=1")).to.have.all.keys("names");
  });

  it("hold for fields, which can be cleared all the same", async () => {
    const create = (fields: object) =>
      calendar.send("POST", "/events", { as: "editor", json: { ...EVENT, ...fields } });
    const refused = await create({ seats: 0, room: "x" });
    expect(refused.status).to.equal(400);
    expect(refused.body.data.params).to.deep.equal({
      seats: "Must lie between 1 and 500.",
      room: "Must have at least 2 characters.",
    });
    const { status, body } = await create({ seats: 1, room: "Blue" });
    expect(status).to.equal(201);
    expect(body).to.include({ seats: 1, room: "Blue" });
    const cleared = await calendar.send("PUT", `/events/${body.id}`, {
      as: "editor",
      json: { seats: null, room: "" },
    });
    expect(cleared.body).to.include({ seats: null, room: null });
  });

  it("stop the start when they cannot be enforced", async () => {
    const parameters = { seats: { ...seats, documented: { minimum: 9, maximum: 1 } } };
    const shade = { description: "Shade.", type: "string", documented: { pattern: "^a" } };
    const plugin = {
      name: "one",
      setup: () => ({
        venueFilters: [{ parameters, narrow: (query: unknown) => query }],
        fields: [{ record: "event", name: "shade", parameter: shade }],
        routes: [{ ...rooms.setup?.({} as never).routes?.[0], parameters }],
      }),
    } as unknown as Plugin;
    const failure = await createCalendar({ storage: "sqlite::memory:", plugins: [plugin] }).catch(
      (error: unknown) => error,
    );
    expect(failure).to.be.instanceOf(OperatorError);
    expect([...(failure as OperatorError).problems].sort()).to.deep.equal([
      "The plugin one adds the field shade of events, whose documented pattern is unknown and would not be enforced",
      "The plugin one adds the parameter seats of the route GET /rooms, whose bounds exclude every value",
      "The plugin one adds the parameter seats of venue lists, whose bounds exclude every value",
    ]);
  });
});
