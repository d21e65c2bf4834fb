import { Readable } from "node:stream";
import type { RouteRequest } from "@kalends/core/interface";
import type { PluginDeps } from "@kalends/core/plugin";
import { plugin } from "@kalends/geolocation";
import { expect } from "chai";
import { type StartedCalendar, startCalendar } from "./start-calendar.ts";

const VIENNA = { geo_lat: 48.2082, geo_lng: 16.3738 };
const BRATISLAVA = { geo_lat: 48.1486, geo_lng: 17.1077 };
const FIJI = { geo_lat: -17, geo_lng: 179.9 };
const NEAR_VIENNA = "geoloc_lat=48.2&geoloc_lng=16.37";

interface Entry {
  readonly title: string;
  readonly venue: unknown;
}

describe("events and venues by place", () => {
  let calendar: StartedCalendar;
  before(async () => {
    calendar = await startCalendar([plugin()]);
    const add = async (title: string, day: number, coordinates?: object) => {
      const venue =
        coordinates && (await calendar.add("/venues", { venue: `Hall of ${title}`, ...coordinates }));
      const when = { start_date: `2031-04-0${day} 10:00`, end_date: `2031-04-0${day} 11:00` };
      await calendar.add("/events", { title, ...when, ...(venue !== undefined && { venue }) });
    };
    await add("Bratislava", 1, BRATISLAVA);
    await add("Vienna", 2, VIENNA);
    await add("Fiji", 3, FIJI);
    await add("Somewhere", 4, {});
    await add("Nowhere", 5);
  });
  after(() => calendar.close());

  /** Returns the titles of the events that a query finds. Checks that the same query finds their venues. */
  const titles = async (query: string): Promise<readonly string[]> => {
    const events = await calendar.get(`/events?${query}`);
    expect(events.status, JSON.stringify(events.body)).to.equal(200);
    const venues = await calendar.get(`/venues?${query}`);
    const halls = venues.body.venues.map(({ venue }: { venue: string }) => venue.replace("Hall of ", ""));
    const found: readonly string[] = events.body.events.map(({ title }: Entry) => title);
    expect([...halls].sort()).to.deep.equal(found.filter((title) => title !== "Nowhere").toSorted());
    expect(events.body.total).to.equal(found.length);
    return found;
  };

  it("are within the default radius, or the one that was sent, in the order of the list", async () => {
    expect(await titles(NEAR_VIENNA)).to.deep.equal(["Vienna"]);
    expect(await titles(`${NEAR_VIENNA}&geoloc_radius=60`)).to.deep.equal(["Bratislava", "Vienna"]);
    expect(await titles(`${NEAR_VIENNA}&geoloc_radius=0`)).to.deep.equal([]);
    expect(await titles("geoloc_lat=48.2082&geoloc_lng=16.3738&geoloc_radius=0")).to.deep.equal(["Vienna"]);
  });

  it("come nearest first when they are asked to", async () => {
    const query = `${NEAR_VIENNA}&geoloc_radius=100&orderby=distance`;
    expect(await titles(query)).to.deep.equal(["Vienna", "Bratislava"]);
    const { body } = await calendar.get(`/events?${query}&per_page=1&page=2`);
    expect(body.events.map(({ title }: Entry) => title)).to.deep.equal(["Bratislava"]);
    expect(body.total).to.equal(2);
  });

  it("say how far they are, and in which unit, only where a position was sent", async () => {
    const { body } = await calendar.get(`/events?${NEAR_VIENNA}&geoloc_radius=60`);
    expect(body.events[0].venue).to.include({ distance: 55, distance_unit: "km" });
    expect(body.events[1].venue).to.include({ distance: 0.954, distance_unit: "km" });
    const venues = await calendar.get(`/venues?${NEAR_VIENNA}`);
    expect(venues.body.venues[0]).to.include({ distance: 0.954, distance_unit: "km" });
    for (const path of ["/events?geoloc=1", "/events"])
      expect((await calendar.get(path)).body.events[0].venue).not.to.have.any.keys(
        "distance",
        "distance_unit",
      );
    const id = venues.body.venues[0].id;
    expect((await calendar.get(`/venues/${id}`)).body).not.to.have.property("distance");
  });

  it("have a known place or none", async () => {
    expect(await titles("geoloc=true")).to.deep.equal(["Bratislava", "Vienna", "Fiji"]);
    expect(await titles("geoloc=false")).to.deep.equal(["Somewhere", "Nowhere"]);
    expect(await titles(`geoloc=false&${NEAR_VIENNA}`)).to.deep.equal([]);
  });

  it("lie in a box, also one across the antimeridian", async () => {
    expect(await titles("bbox=16,48,18,49")).to.deep.equal(["Bratislava", "Vienna"]);
    expect(await titles("bbox=16.3738,48.2082,16.3738,48.2082")).to.deep.equal(["Vienna"]);
    expect(await titles("bbox=170,-20,-170,-10")).to.deep.equal(["Fiji"]);
    expect(await titles("bbox=-170,-20,170,-10")).to.deep.equal([]);
    expect(await titles(`bbox=16,48,16.5,49&${NEAR_VIENNA}&geoloc_radius=100`)).to.deep.equal(["Vienna"]);
  });

  it("are near across the antimeridian", async () => {
    expect(await titles("geoloc_lat=-17&geoloc_lng=-179.9")).to.deep.equal(["Fiji"]);
    expect(await titles("geoloc_lat=-17&geoloc_lng=-180")).to.deep.equal(["Fiji"]);
  });

  it("keep what was asked in the links", async () => {
    const query =
      "geoloc=1&geoloc_lat=48.2&geoloc_lng=16.37&geoloc_radius=60&bbox=16,48,18,49&orderby=distance";
    for (const list of ["events", "venues"]) {
      const { body } = await calendar.get(`/${list}?${query}&per_page=1`);
      expect(body.total).to.equal(2);
      const next = new URL(body.next_rest_url).searchParams;
      for (const [name, value] of new URLSearchParams(query)) expect(next.get(name), name).to.equal(value);
      expect(body.rest_url).to.contain("bbox=16,48,18,49");
      const followed = await calendar.get(`/${list}${new URL(body.next_rest_url).search}`);
      expect(followed.body[list]).to.have.length(1);
    }
  });

  it("take effect: nothing is said to be ignored", async () => {
    for (const query of ["geoloc=1", `${NEAR_VIENNA}&orderby=title`])
      expect((await calendar.get(`/events?${query}`)).headers.has("x-kalends-ignored")).to.equal(false);
  });

  const REFUSED: Readonly<Record<string, string>> = {
    "geoloc_lat=48": "geoloc_lng",
    "geoloc_lng=16": "geoloc_lat",
    "geoloc_radius=5": "geoloc_lat",
    "orderby=distance": "geoloc_lat",
    "orderby=distance&geoloc_lat=1": "geoloc_lng",
    "geoloc_lat=90.1&geoloc_lng=0": "geoloc_lat",
    "geoloc_lat=0&geoloc_lng=-180.1": "geoloc_lng",
    "geoloc_lat=north&geoloc_lng=0": "geoloc_lat",
    "geoloc_lat[]=1&geoloc_lng=0": "geoloc_lat",
    "geoloc_lat=1e999&geoloc_lng=0": "geoloc_lat",
    [`${NEAR_VIENNA}&geoloc_radius=1000.1`]: "geoloc_radius",
    [`${NEAR_VIENNA}&geoloc_radius=-1`]: "geoloc_radius",
    [`${NEAR_VIENNA}&orderby[]=distance`]: "orderby",
    "geoloc=maybe": "geoloc",
    "bbox=1,2,3": "bbox",
    "bbox=1,2,3,4,5": "bbox",
    "bbox=1,2,3,x": "bbox",
    "bbox=,,,": "bbox",
    "bbox=": "bbox",
    "bbox=0,10,10,9": "bbox",
    "bbox=0,-91,10,9": "bbox",
    "bbox=-181,0,10,9": "bbox",
    "bbox=NaN,0,10,9": "bbox",
    "bbox[a]=1": "bbox",
  };
  for (const [query, name] of Object.entries(REFUSED)) {
    it(`refuse ${query}, naming ${name}`, async () => {
      for (const list of ["events", "venues"]) {
        const { status, body } = await calendar.get(`/${list}?${query}`);
        expect([status, body.code], JSON.stringify(body)).to.deep.equal([400, "rest_invalid_param"]);
        expect(Object.keys(body.data.params)).to.deep.equal([name]);
      }
    });
  }

  it("do not give away where a venue is that the caller may not see", async () => {
    const own = await startCalendar([plugin()]);
    try {
      const venue = await own.add("/venues", { venue: "Secret hall", status: "draft", ...VIENNA });
      const when = { start_date: "2031-04-01 10:00", end_date: "2031-04-01 11:00" };
      await own.add("/events", { title: "Party", ...when, venue });
      const total = async (query: string) => (await own.get(`/events?${query}`)).body.total;
      expect(await total(NEAR_VIENNA)).to.equal(0);
      expect(await total("bbox=-180,-90,180,90")).to.equal(0);
      expect(await total("geoloc=true")).to.equal(0);
      expect(await total("geoloc=false")).to.equal(1);
      expect((await own.send("GET", `/events?${NEAR_VIENNA}`)).body.total).to.equal(1);
    } finally {
      await own.close();
    }
  });

  it("are measured in miles where the installation says so", async () => {
    const miles = await startCalendar([plugin({ unit: "mi", radius: 30 })]);
    try {
      await miles.add("/venues", { venue: "Bratislava", ...BRATISLAVA });
      const query = "geoloc_lat=48.2082&geoloc_lng=16.3738";
      expect((await miles.get(`/venues?${query}`)).body.total).to.equal(0);
      const { body } = await miles.get(`/venues?${query}&geoloc_radius=35`);
      expect(body.venues[0]).to.include({ distance: 34.062, distance_unit: "mi" });
    } finally {
      await miles.close();
    }
  });

  it("tell the bounds of their parameters", async () => {
    const { body } = await calendar.get("/doc");
    const schemaOf = (name: string): unknown =>
      body.paths["/events"].get.parameters.find((parameter: { name: string }) => parameter.name === name)
        .schema;
    expect(schemaOf("geoloc_lat")).to.include({ type: "number", minimum: -90, maximum: 90 });
    expect(schemaOf("geoloc_lng")).to.include({ minimum: -180, maximum: 180 });
    expect(schemaOf("geoloc_radius")).to.include({ minimum: 0, maximum: 1000 });
  });

  it("are on a map all together, as far as the caller may see them", async () => {
    const own = await startCalendar([plugin()]);
    try {
      const vienna = await own.add("/venues", { venue: "Town hall", city: "Vienna", ...VIENNA });
      await own.add("/venues", { venue: "Nowhere" });
      const draft = await own.add("/venues", { venue: "Draft", status: "draft", ...FIJI });
      const trashed = await own.add("/venues", { venue: "Gone", ...FIJI });
      await own.send("DELETE", `/venues/${trashed}`);
      const { headers, body } = await own.get("/places");
      expect(headers.get("content-type")).to.equal("application/geo+json");
      expect(body).to.deep.equal({
        type: "FeatureCollection",
        features: [
          {
            type: "Feature",
            id: vienna,
            geometry: { type: "Point", coordinates: [VIENNA.geo_lng, VIENNA.geo_lat] },
            properties: { venue: "Town hall", address: "", city: "Vienna", country: "" },
          },
        ],
      });
      const { body: editors } = await own.send("GET", "/places");
      expect(editors.features.map(({ id }: { id: number }) => id)).to.deep.equal([vienna, draft]);
    } finally {
      await own.close();
    }
  });

  it("are on a map all together, in portions, or an error where they cannot be read", async () => {
    const all = Array.from({ length: 750 }, (_, index) => ({
      id: index + 1,
      status: "publish",
      name: `Hall ${index + 1}`,
      ...(index % 3 === 0 && { coordinates: { lat: 1, lng: index / 10 } }),
    }));
    const streamOf = async (stream: () => AsyncIterable<object>) => {
      const calendar = { unrestricted: { venues: { stream } } };
      const deps = { calendar, postStatuses: { canRead: () => true } } as unknown as PluginDeps;
      const [route] = plugin().setup?.(deps).routes ?? [];
      const answer = await route?.run({}, { actor: { capabilities: new Set() } } as unknown as RouteRequest);
      if (answer === undefined || !("stream" in answer)) throw new Error("No stream");
      return answer.stream as AsyncIterable<string>;
    };
    const portions: string[] = [];
    for await (const portion of await streamOf(() => Readable.from(all))) portions.push(portion);
    expect(portions).to.have.length(2);
    expect(JSON.parse(portions.join("")).features.map(({ id }: { id: number }) => id)).to.deep.equal(
      all.filter((venue) => "coordinates" in venue).map(({ id }) => id),
    );
    const failing = await streamOf(() => Readable.from([]).destroy(new Error("away")));
    const first = await failing[Symbol.asyncIterator]()
      .next()
      .catch(({ message }: Error) => message);
    expect(first).to.equal("away");
  });

  describe("as GeoJSON", () => {
    const accept = { accept: "application/geo+json" };

    it("are features at the place of their venue, longitude first, or nowhere", async () => {
      const { body, headers } = await calendar.get(`/events?per_page=10`, accept);
      expect(headers.get("content-type")).to.equal("application/geo+json");
      expect(headers.get("vary")).to.contain("Accept");
      expect(body.type).to.equal("FeatureCollection");
      expect(body.total).to.equal(5);
      const [first, ...others] = body.features;
      expect(first.type).to.equal("Feature");
      expect(first.id).to.equal(first.properties.id);
      expect(first.geometry).to.deep.equal({ type: "Point", coordinates: [17.1077, 48.1486] });
      expect(first.properties.title).to.equal("Bratislava");
      expect(others.map(({ geometry }: { geometry: object | null }) => geometry === null)).to.deep.equal([
        false,
        false,
        true,
        true,
      ]);
    });

    it("have the pages and distances of the list, for venues too", async () => {
      const { body } = await calendar.get(`/venues?${NEAR_VIENNA}&geoloc_radius=60&per_page=1`, accept);
      expect(body).to.include({ total: 2, total_pages: 2 }).and.not.have.property("venues");
      expect(body.next_rest_url).to.contain("page=2");
      expect(body.features[0].properties.distance).to.be.a("number");
    });

    it("have the members that were asked for", async () => {
      const fields = "type,features.type,features.geometry,features.properties.title";
      const { body } = await calendar.get(`/events?per_page=1&_fields=${fields}`, accept);
      expect(body).to.deep.equal({
        type: "FeatureCollection",
        features: [
          {
            type: "Feature",
            geometry: { type: "Point", coordinates: [17.1077, 48.1486] },
            properties: { title: "Bratislava" },
          },
        ],
      });
    });

    it("are an empty collection where nothing is found, and JSON by default", async () => {
      const { body } = await calendar.get("/events?bbox=0,0,1,1", accept);
      expect(body).to.deep.include({ type: "FeatureCollection", features: [], total: 0 });
      const plain = await calendar.get("/events", { accept: "application/geo+json;q=0.1, */*" });
      expect(plain.headers.get("content-type")).to.contain("application/json");
    });
  });
});
