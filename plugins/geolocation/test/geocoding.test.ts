import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Geocoder, plugin } from "@kalends/geolocation";
import { expect } from "chai";
import { listen, type StartedCalendar, shut, startCalendar } from "./start-calendar.ts";

const GRAZ = { lat: "47.0707", lon: "15.4395" };
const LINZ = { lat: "48.3059", lon: "14.2862" };

/** Fake Nominatim server. It finds only two towns. */
interface Gazette {
  readonly server: Server;
  readonly queries: string[];
  readonly agents: (string | undefined)[];
  /** Queue of responses. Each replaces one normal response of the server. */
  instead: (() => Promise<readonly [status: number, text: string]>)[];
}

const createGazette = (): Gazette => {
  const gazette: Gazette = { server: createServer(), queries: [], agents: [], instead: [] };
  const answer = async (request: IncomingMessage): Promise<readonly [number, string]> => {
    const query = new URL(request.url ?? "", "http://localhost").searchParams;
    const text = query.get("q") ?? "";
    expect([query.get("format"), query.get("limit")]).to.deep.equal(["jsonv2", "1"]);
    gazette.queries.push(text);
    gazette.agents.push(request.headers["user-agent"]);
    const special = gazette.instead.shift();
    if (special !== undefined) return special();
    const found = text.includes("Graz") ? [GRAZ] : text.includes("Linz") ? [LINZ] : [];
    return [200, JSON.stringify(found)];
  };
  gazette.server.on("request", async (request, response) => {
    const [status, text] = await answer(request);
    response.writeHead(status, { "content-type": "application/json" }).end(text);
  });
  return gazette;
};

describe("coordinates from addresses", () => {
  let gazette: Gazette;
  let calendar: StartedCalendar;
  let nominatimUrl: string;
  const withNominatim = () => [
    plugin({ geocoder: "nominatim", nominatimUrl, userAgent: "Test calendar (editor@calendar.example)" }),
  ];
  beforeEach(async () => {
    gazette = createGazette();
    nominatimUrl = `${await listen(gazette.server)}/search`;
    calendar = await startCalendar(withNominatim());
  });
  afterEach(async () => {
    await calendar.close();
    await shut(gazette.server);
  });

  const place = async (id: number): Promise<readonly unknown[]> => {
    const { body } = await calendar.get(`/venues/${id}`);
    return [body.geo_lat, body.geo_lng];
  };
  const runs = async (count: number): Promise<void> => {
    for (let run = 0; run < count; run += 1) await calendar.runJob();
  };
  const IN_GRAZ = [47.0707, 15.4395];
  const IN_LINZ = [48.3059, 14.2862];
  const NOWHERE = [undefined, undefined];

  it("come in the background, one address a run, with a user agent; the write does not wait", async () => {
    const first = await calendar.add("/venues", {
      venue: "A",
      address: "Ring 1",
      city: "Graz",
      country: "AT",
    });
    const second = await calendar.add("/venues", { venue: "B", city: "Linz" });
    expect(gazette.queries).to.deep.equal([]);
    expect(await place(first)).to.deep.equal(NOWHERE);
    await runs(1);
    expect(gazette.queries).to.deep.equal(["Ring 1, Graz, AT"]);
    expect(gazette.agents).to.deep.equal(["Test calendar (editor@calendar.example)"]);
    expect([await place(first), await place(second)]).to.deep.equal([IN_GRAZ, NOWHERE]);
    await runs(3);
    expect(await place(second)).to.deep.equal(IN_LINZ);
    expect(gazette.queries).to.have.length(2);
    const near = await calendar.get("/venues?geoloc_lat=47.07&geoloc_lng=15.44");
    expect(near.body.venues.map(({ id }: { id: number }) => id)).to.deep.equal([first]);
  });

  it("are asked for only when the address has changed, also after a restart", async () => {
    const id = await calendar.add("/venues", { venue: "A", city: "Graz" });
    await runs(2);
    await calendar.send("PUT", `/venues/${id}`, { description: "<p>Renovated</p>", phone: "1" });
    await runs(2);
    await calendar.restart(withNominatim());
    await runs(2);
    expect(gazette.queries).to.have.length(1);
    await calendar.send("PUT", `/venues/${id}`, { city: "Linz" });
    await runs(1);
    expect(await place(id)).to.deep.equal(IN_LINZ);
    await calendar.send("PUT", `/venues/${id}`, { city: "Atlantis" });
    await runs(1);
    expect(await place(id)).to.deep.equal(NOWHERE);
    await calendar.restart(withNominatim());
    await runs(2);
    expect(gazette.queries).to.deep.equal(["Graz", "Linz", "Atlantis"]);
  });

  it("go with the address that they are from; those of a caller stay", async () => {
    const id = await calendar.add("/venues", { venue: "A", city: "Graz", country: "AT" });
    const own = await calendar.add("/venues", { venue: "B", city: "Graz", geo_lat: 1, geo_lng: 2 });
    await runs(2);
    for (const venue of [id, own]) await calendar.send("PUT", `/venues/${venue}`, { city: "" });
    await runs(2);
    expect([await place(id), await place(own)]).to.deep.equal([NOWHERE, [1, 2]]);
    expect(gazette.queries).to.deep.equal(["Graz, AT"]);
  });

  it("are asked for once for venues that share an address, also one that is nowhere", async () => {
    for (const [name, city] of ["Graz", "Graz", "Atlantis", "Atlantis"].entries())
      await calendar.add("/venues", { venue: `Hall ${name}`, city });
    await runs(6);
    expect(gazette.queries).to.deep.equal(["Graz", "Atlantis"]);
    expect((await calendar.get("/venues?geoloc=1")).body.total).to.equal(2);
  });

  it("stay as a caller set them", async () => {
    const sent = { geo_lat: 1, geo_lng: 2 };
    const id = await calendar.add("/venues", { venue: "A", city: "Graz", ...sent });
    await calendar.send("PUT", `/venues/${id}`, { city: "Linz" });
    const byHand = await calendar.add("/venues", { venue: "B", city: "Graz", overwrite_coords: true });
    const nothing = await calendar.add("/venues", { venue: "C", country: "AT" });
    await runs(4);
    expect(gazette.queries).to.deep.equal([]);
    expect([await place(id), await place(byHand), await place(nothing)]).to.deep.equal([
      [1, 2],
      NOWHERE,
      NOWHERE,
    ]);
    const shown = async (): Promise<unknown> =>
      (await calendar.get(`/venues/${byHand}`)).body.overwrite_coords;
    expect(await shown()).to.equal(true);
    await calendar.send("PUT", `/venues/${byHand}`, { overwrite_coords: false });
    await runs(1);
    expect(await shown()).to.equal(false);
    expect(await place(byHand)).to.deep.equal(IN_GRAZ);
    const refused = await calendar.send("PUT", `/venues/${byHand}`, { overwrite_coords: "perhaps" });
    expect(refused.status).to.equal(400);
    expect(Object.keys(refused.body.data.params)).to.deep.equal(["overwrite_coords"]);
  });

  it("lose against a caller who moves the venue while the geocoder thinks", async () => {
    const id = await calendar.add("/venues", { venue: "A", city: "Graz" });
    gazette.instead.push(async () => {
      await calendar.send("PUT", `/venues/${id}`, { geo_lat: 5, geo_lng: 6 });
      return [200, JSON.stringify([GRAZ])];
    });
    await runs(2);
    expect(await place(id)).to.deep.equal([5, 6]);
    const other = await calendar.add("/venues", { venue: "B", city: "Graz, Ring 2" });
    gazette.instead.push(async () => {
      await calendar.send("PUT", `/venues/${other}`, { city: "Linz" });
      return [200, JSON.stringify([GRAZ])];
    });
    await runs(3);
    expect(await place(other)).to.deep.equal(IN_LINZ);
  });

  it("come later when the geocoder fails, which lets others go first", async () => {
    const failures: readonly (readonly [status: number, text: string])[] = [
      [503, "busy"],
      [200, "no JSON"],
      [200, "{}"],
      [200, '[{"lat":"x","lon":"1"}]'],
      [200, '[{"lat":"91","lon":"1"}]'],
      [200, `[${" ".repeat(200_000)}]`],
    ];
    const id = await calendar.add("/venues", { venue: "A", city: "Graz" });
    for (const failure of failures) {
      gazette.instead.push(async () => failure);
      await calendar.runJob().then(
        () => expect.fail("the job should tell of the failure"),
        () => undefined,
      );
      expect(await place(id)).to.deep.equal(NOWHERE);
      const queries = gazette.queries.length;
      await runs(1);
      expect(gazette.queries).to.have.length(queries);
      calendar.clock.time += 60 * 60 * 1000;
    }
    const other = await calendar.add("/venues", { venue: "B", city: "Linz" });
    await runs(3);
    expect([await place(id), await place(other)]).to.deep.equal([IN_GRAZ, IN_LINZ]);
  });

  it("come for venues that were written while the plugin was away", async () => {
    await calendar.restart([]);
    const id = await calendar.add("/venues", { venue: "A", city: "Graz" });
    const trashed = await calendar.add("/venues", { venue: "B", city: "Linz" });
    await calendar.send("DELETE", `/venues/${trashed}`, {});
    await calendar.restart(withNominatim());
    await runs(3);
    expect(gazette.queries).to.deep.equal(["Graz"]);
    expect(await place(id)).to.deep.equal(IN_GRAZ);
  });

  it("come from a gazetteer, by the entry that says most", async () => {
    const folder = await mkdtemp(join(tmpdir(), "gazetteer-"));
    const gazetteer = join(folder, "places.csv");
    try {
      const lines = [
        "\ufeffCity, Country,zip,lat,lng,remark",
        'Graz,AT,,47.1,15.4,"the town, roughly"',
        "Graz,AT,8010,47.07,15.44,",
        "",
        '"Saint-Étienne",FR,,45.44,4.39,',
      ];
      await writeFile(gazetteer, lines.join("\r\n"));
      await calendar.restart([plugin({ geocoder: "gazetteer", gazetteer })]);
      const town = await calendar.add("/venues", { venue: "A", city: "graz", country: "at" });
      const part = await calendar.add("/venues", { venue: "B", city: "GRAZ", country: "AT", zip: "8010" });
      const french = await calendar.add("/venues", { venue: "C", city: "SAINT-ETIENNE", country: "FR" });
      const abroad = await calendar.add("/venues", { venue: "D", city: "Graz", country: "FR" });
      await runs(1);
      expect(await Promise.all([town, part, french, abroad].map(place))).to.deep.equal([
        [47.1, 15.4],
        [47.07, 15.44],
        [45.44, 4.39],
        NOWHERE,
      ]);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it("wait for a gazetteer that cannot be read", async () => {
    await calendar.restart([plugin({ geocoder: "gazetteer", gazetteer: join(tmpdir(), "no-such.csv") })]);
    await calendar.add("/venues", { venue: "A", city: "Graz" });
    await calendar.runJob().then(
      () => expect.fail("the job should tell of the failure"),
      (error) => expect(String(error)).to.contain("no-such.csv"),
    );
  });

  it("come from a geocoder of one's own, unless it answers nonsense", async () => {
    const answers = [
      { lat: Number.NaN, lng: 1 },
      { lat: 1, lng: 181 },
      { lat: 1.123456789, lng: -2 },
    ];
    const geocoder: Geocoder = { perSecond: 9, find: async () => answers.shift() };
    await calendar.restart([plugin()], { "geolocation.geocoder": geocoder });
    const id = await calendar.add("/venues", { venue: "A", city: "Graz" });
    for (const _nonsense of [1, 2]) {
      await calendar.runJob().then(
        () => expect.fail("the job should tell of the failure"),
        (error) => expect(String(error)).to.contain("invalid coordinates"),
      );
      expect(await place(id)).to.deep.equal(NOWHERE);
      calendar.clock.time += 60 * 60 * 1000;
    }
    await runs(1);
    expect(await place(id)).to.deep.equal([1.1234568, -2]);
  });

  it("do not come without a geocoder", async () => {
    await calendar.restart([plugin()]);
    const id = await calendar.add("/venues", { venue: "A", city: "Graz" });
    await runs(1);
    expect(await place(id)).to.deep.equal(NOWHERE);
    expect((await calendar.get(`/venues/${id}`)).body.overwrite_coords).to.equal(false);
  });

  it("need what the chosen geocoder needs", () => {
    expect(() => plugin({ geocoder: "nominatim" })).to.throw("KALENDS_GEO_NOMINATIM_URL");
    expect(() => plugin({ geocoder: "gazetteer" })).to.throw("KALENDS_GEO_GAZETTEER");
  });
});
