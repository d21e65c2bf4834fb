import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { createPlace, type Environment, type Place } from "./kalends-process.ts";

describe("kalends doctor --config", () => {
  let place: Place;
  beforeEach(() => {
    place = createPlace();
  });
  afterEach(() => place.clear());

  const examine = (environment: Environment = {}) => place.run(["doctor", "--config"], environment);

  it("says what would be served, opens no storage and creates nothing", async () => {
    const { code, output, errors } = await examine({ KALENDS_BASE_URL: "http://localhost:8080" });
    expect({ code, errors }).to.deep.equal({ code: 0, errors: "kalends: nothing is wrong\n" });
    const own = (name: string): string => join(place.directory, name);
    expect(output.split("\n")).to.deep.equal([
      "Listens on: http://127.0.0.1:8080",
      "Processes: 1",
      "Start page: http://localhost:8080/",
      "Documentation of the interface: http://localhost:8080/docs",
      "Interface: http://localhost:8080/wp-json/tribe/events/v1",
      `Storage: ${own("kalends.db")} (will be created)`,
      `Images: ${own("kalends-media")} (will be created)`,
      "Time zone: UTC",
      "Plugins: No plugins are enabled",
      "",
    ]);
    expect(readdirSync(place.directory)).to.deep.equal([]);
  });

  it("names plugins, languages and a storage elsewhere, which it does not ask", async () => {
    const { code, output } = await examine({
      KALENDS_PLUGINS: "",
      KALENDS_LOCALES: "fr,es:10",
      KALENDS_STORAGE: "mongodb://ada:secret@127.0.0.1:1/calendar",
      KALENDS_BASE_URL: "https://town.example/whats-on",
      KALENDS_TRUST_PROXY: "1",
    });
    expect(code).to.equal(0);
    for (const line of [
      "Calendar: https://town.example/whats-on/events/",
      "Languages: fr, es:10",
      "Storage: mongodb://***@127.0.0.1:1/calendar (not opened)",
      "Images: in the storage",
      "Plugins: pages, icalendar",
    ])
      expect(output.split("\n")).to.include(line);
    expect(output).to.not.include("secret");
  });

  it("refuses what settings and plugins say wrong, all of it together", async () => {
    writeFileSync(join(place.directory, "kalends.config.json"), '{ "perPgae": 5 }');
    const { code, output, errors } = await examine({
      KALENDS_TIMEZONE: "Rome",
      KALENDS_PLUGINS: "./missing.js",
    });
    expect([code, output]).to.deep.equal([1, ""]);
    expect(errors)
      .to.include("KALENDS_TIMEZONE")
      .and.to.include("did you mean perPage?")
      .and.to.include("missing.js");
  });

  it("refuses folders that cannot be used", async () => {
    writeFileSync(join(place.directory, "file"), "");
    const cases: readonly (readonly [Environment, string])[] = [
      [{ KALENDS_MEDIA: "./file" }, "The folder of images cannot be used: "],
      [{ KALENDS_MEDIA: "./file/media" }, "The folder of images cannot be used: "],
      [{ KALENDS_STORAGE: "sqlite:./file/kalends.db" }, "The database cannot be used: "],
      [{ KALENDS_STORAGE: "sqlite:." }, "The database cannot be used: "],
      [
        { KALENDS_STORAGE: "json:./x", KALENDS_PLUGINS: "@kalends/pages" },
        "The storage scheme json is unknown",
      ],
    ];
    for (const [environment, reason] of cases) {
      const { code, errors } = await examine(environment);
      expect([code, errors.includes(reason)], errors).to.deep.equal([1, true]);
    }
    expect(readdirSync(place.directory)).to.deep.equal(["file"]);
  });

  it("warns of addresses and proxies that do not go together", async () => {
    const cases: readonly (readonly [Environment, readonly string[]])[] = [
      [{}, ["KALENDS_BASE_URL is not set: links use the Host header"]],
      [{ KALENDS_TRUST_PROXY: "1" }, ["KALENDS_BASE_URL is not set: links use X-Forwarded-Host"]],
      [
        { KALENDS_BASE_URL: "https://town.example" },
        ["KALENDS_BASE_URL is https, so a proxy terminates TLS"],
      ],
      [
        { KALENDS_BASE_URL: "http://town.example", KALENDS_TRUST_PROXY: "2", KALENDS_HOST: "0.0.0.0" },
        ["KALENDS_BASE_URL is http:", "KALENDS_TRUST_PROXY is 2 and the server listens on 0.0.0.0"],
      ],
      [{ KALENDS_BASE_URL: "https://town.example", KALENDS_TRUST_PROXY: "1" }, []],
      [{ KALENDS_BASE_URL: "https://town.example/wp-jsonp", KALENDS_TRUST_PROXY: "1" }, []],
      [
        { KALENDS_BASE_URL: "https://town.example/wp-json", KALENDS_TRUST_PROXY: "1" },
        ["KALENDS_BASE_URL contains the path /wp-json of the REST interface"],
      ],
    ];
    for (const [environment, expected] of cases) {
      const { code, errors } = await examine(environment);
      expect(code).to.equal(0);
      const warnings = errors.split("\n").filter((line) => line.includes("warning: "));
      expect(warnings, errors).to.have.length(expected.length);
      for (const [index, warning] of expected.entries()) expect(warnings[index]).to.include(warning);
    }
  });
});
