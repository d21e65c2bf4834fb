import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { createCalendar } from "kalends";
import { createPlace, type Environment, type Place, type Served } from "./kalends-process.ts";

const statusOf = async (url: string | URL): Promise<number> => {
  const response = await fetch(url, { headers: { accept: "text/html" }, redirect: "manual" });
  await response.arrayBuffer();
  return response.status;
};

describe("the plugins of a calendar that runs alone", () => {
  let place: Place;
  beforeEach(() => {
    place = createPlace();
  });
  afterEach(() => place.clear());

  const serve = (plugins: string, more: Environment = {}): Promise<Served> =>
    place.serve({ KALENDS_STORAGE: "sqlite::memory:", KALENDS_PLUGINS: plugins, ...more });
  /** Returns the status of a web page and the status of a feed. */
  const statusesOf = async ({ origin, namespace }: Served): Promise<readonly number[]> => [
    await statusOf(`${origin}/events/`),
    await statusOf(`${namespace}/events.ics`),
  ];
  const writeConfig = (config: unknown): void =>
    writeFileSync(join(place.directory, "kalends.config.json"), JSON.stringify(config));

  it("are pages and icalendar unless something else is set, for commands too", async () => {
    const served = await serve("");
    expect(await statusesOf(served)).to.deep.equal([200, 200]);
    await served.end("SIGTERM");
    const { output } = await place.run(["--help"], { KALENDS_PLUGINS: "" });
    expect(output).to.include("feed-token");
    expect((await place.run(["--help"])).output).to.not.include("feed-token");
  });

  it("are off with none, in the file also with an empty list", async () => {
    expect(await statusesOf(await serve("none"))).to.deep.equal([404, 404]);
    for (const plugins of ["none", ["none"], []]) {
      writeConfig({ plugins });
      const served = await serve("");
      expect(await statusesOf(served), JSON.stringify(plugins)).to.deep.equal([404, 404]);
      await served.end("SIGTERM");
    }
  });

  it("are those of a list where there is one", async () => {
    writeConfig({ plugins: ["@kalends/icalendar"] });
    expect(await statusesOf(await serve(""))).to.deep.equal([404, 200]);
    expect(await statusesOf(await serve("@kalends/pages"))).to.deep.equal([200, 404]);
  });

  it("are refused where none stands beside others", async () => {
    const { code, errors } = await place.run(["migrate"], { KALENDS_PLUGINS: "none,@kalends/pages" });
    expect(code).to.equal(1);
    expect(errors).to.equal(
      'kalends: KALENDS_PLUGINS must be a list of plugins, or none alone, not "none,@kalends/pages"\n',
    );
  });

  it("are what settings of plugins belong to, and no scheme of a storage", async () => {
    const titled = await place.run(["migrate"], { KALENDS_PLUGINS: "", KALENDS_PAGES_TITLE: "Town" });
    expect(titled).to.include({ code: 0, errors: "" });
    const { errors } = await place.run(["migrate"], { KALENDS_PLUGINS: "", KALENDS_STORAGE: "js:x" });
    expect(errors).to.include("KALENDS_STORAGE has the unknown scheme js");
  });

  it("are none in a host", async () => {
    const calendar = await createCalendar({ storage: "sqlite::memory:", pages: true });
    expect(calendar.jobs.map(({ plugin }) => plugin)).to.deep.equal([]);
    await calendar.close();
  });
});

describe("kalends serve", () => {
  let place: Place;
  beforeEach(() => {
    place = createPlace();
  });
  afterEach(() => place.clear());

  const linesOf = async (environment: Environment): Promise<readonly string[]> => {
    const { origin, output } = await place.serve({ KALENDS_STORAGE: "sqlite::memory:", ...environment });
    const lines = output.split("\n");
    return lines
      .slice(lines.findIndex((line) => line.startsWith("Kalends is ready")))
      .map((line) => line.replace(origin, "ORIGIN"));
  };

  it("names the addresses that a person opens", async () => {
    expect(await linesOf({ KALENDS_PLUGINS: "" })).to.deep.equal([
      "Kalends is ready at ORIGIN",
      "Start page: ORIGIN/",
      "Calendar: ORIGIN/events/",
      "Documentation of the interface: ORIGIN/docs",
      "",
    ]);
    expect((await linesOf({})).filter((line) => line.includes("/events/"))).to.deep.equal([]);
  });

  it("names the default plugins that a list has switched off, and says how to keep them", async () => {
    const off = async (plugins: string): Promise<readonly string[]> =>
      (await linesOf({ KALENDS_PLUGINS: plugins })).filter((line) => line.includes("are off"));
    expect(await off("@kalends/webhooks")).to.deep.equal([
      "Default plugins that are off: @kalends/pages, @kalends/icalendar (KALENDS_PLUGINS replaces them; add them to it to keep them)",
    ]);
    expect(await off("@kalends/webhooks,@kalends/pages")).to.have.length(1);
    for (const plugins of ["", "none", "@kalends/pages,@kalends/icalendar"])
      expect(await off(plugins), plugins).to.deep.equal([]);
  });

  it("names them below the base address of the calendar", async () => {
    const lines = await linesOf({ KALENDS_PLUGINS: "", KALENDS_BASE_URL: "https://town.example/site" });
    expect(lines).to.include.members([
      "Start page: https://town.example/site/",
      "Calendar: https://town.example/site/events/",
      "Documentation of the interface: https://town.example/site/docs",
    ]);
  });
});
