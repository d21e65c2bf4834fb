import { expect } from "chai";
import type { Config } from "kalends";
import { readConfig, SETTINGS } from "kalends/internals";
import { ACCEPTED, REFUSED, SECRET } from "./setting-cases.ts";

type Environment = Readonly<Record<string, string>>;

const read = (environment: Environment, options: Readonly<Record<string, unknown>> = {}) =>
  readConfig({ environment, options, optionsName: "kalends.config.json" });

const configOf = (environment: Environment, options: Readonly<Record<string, unknown>> = {}): Config => {
  const reading = read(environment, options);
  if ("problems" in reading) throw new Error(reading.problems.join("\n"));
  return reading.config;
};

const problemsOf = (environment: Environment, options: Readonly<Record<string, unknown>> = {}) => {
  const reading = read(environment, options);
  return "problems" in reading ? reading.problems : [];
};

describe("configuration", () => {
  it("needs nothing and then has the documented defaults", () => {
    const config = configOf({});
    expect(config).to.include({
      restRoot: "/wp-json",
      vendor: "tribe",
      trustProxy: 0,
      host: "127.0.0.1",
      port: 8080,
      storage: "sqlite:./kalends.db",
      storageTimeout: 30,
      perPage: 10,
      maxPerPage: 200,
      recurrenceHorizon: 60,
      timezone: "UTC",
      displayZone: "event",
      externalIds: "edit",
      dayCutoff: "00:00",
      language: "en",
      currencySymbol: "$",
      currencyPosition: "prefix",
      requestsAtOnce: 512,
      bodyLimit: 1_048_576,
      requireIfMatch: false,
      cacheMaxAge: 0,
      cacheMemory: 64,
      cacheStaleness: 0,
      compression: true,
      workers: 1,
      docDialect: "openapi-3.0",
      logLevel: "info",
    });
    expect(config).to.not.have.any.keys("baseUrl", "media", "jwtKey", "jwksUrl", "jwtIssuer", "jwtAudience");
  });

  for (const [variable, text, key, value] of ACCEPTED) {
    it(`reads ${variable}=${JSON.stringify(text)}, also as ${key} of the file`, () => {
      expect(configOf({ [variable]: text })[key]).to.deep.equal(value);
      expect(configOf({}, { [key]: value })[key]).to.deep.equal(value);
    });
  }

  for (const [variable, text, reason] of REFUSED) {
    it(`refuses ${variable}=${JSON.stringify(text)}, naming it and the reason`, () => {
      const problems = problemsOf({ [variable]: text });
      expect(problems).to.have.length(1);
      expect(problems[0])
        .to.match(reason)
        .and.to.satisfy((problem: string) => problem.startsWith(variable));
    });
  }

  it("has a case of each setting in these tables", () => {
    const covered = new Set([...ACCEPTED, ...REFUSED].map(([variable]) => variable));
    for (const { variable } of Object.values(SETTINGS)) expect(covered).to.include(variable);
  });

  it("reports all problems together, those of the file too", () => {
    const problems = problemsOf(
      { KALENDS_PORT: "http", KALENDS_TIMEZONE: "Mars/Olympus" },
      { perPage: "many", currencySymbl: "$", bodyLimit: [1] },
    );
    expect(problems).to.have.length(5);
    const text = problems.join("\n");
    expect(text).to.include('KALENDS_PORT must be an integer from 0 to 65535, not "http"');
    expect(text).to.include("kalends.config.json: perPage");
    expect(text).to.include("kalends.config.json: currencySymbl is unknown; did you mean currencySymbol?");
    expect(problemsOf({}, { KALENDS_PORT: 80 })).to.deep.equal([
      "kalends.config.json: KALENDS_PORT is unknown; did you mean port?",
    ]);
    for (const [environment, count] of [
      [{ KALENDS_METRICS: "9464", KALENDS_PORT: "9464" }, 1],
      [{ KALENDS_METRICS: "9464" }, 0],
    ] as const)
      expect(problemsOf(environment).filter((problem) => problem.includes("KALENDS_METRICS"))).to.have.length(
        count,
      );
    expect(text).to.include("kalends.config.json: bodyLimit");
  });

  it("lets the environment beat the file, and counts empty values as not set", () => {
    expect(configOf({ KALENDS_PORT: "1234" }, { port: 99 }).port).to.equal(1234);
    expect(configOf({ KALENDS_PORT: " " }, { port: 99 }).port).to.equal(99);
    expect(configOf({ KALENDS_PORT: "" }, { port: "" }).port).to.equal(8080);
    expect(configOf({ KALENDS_PORT: "1234" }, { port: "nonsense" }).port).to.equal(1234);
  });

  it("lets no locale have the name of what the REST root begins with", () => {
    const [problem] = problemsOf({ KALENDS_REST_ROOT: "/fr/api", KALENDS_LOCALES: "es,fr" });
    expect(problem).to.equal("KALENDS_LOCALES has fr, but the REST root starts with it");
    expect(configOf({ KALENDS_REST_ROOT: "/free", KALENDS_LOCALES: "fr" }).locales).to.deep.equal(["fr"]);
  });

  it("never caps pages below the default of a locale", () => {
    expect(configOf({ KALENDS_LOCALES: "fr:500,es" })).to.include({ perPage: 10, maxPerPage: 500 });
  });

  it("warns of an unknown variable, naming the nearest known one, and leaves those of the tests alone", () => {
    const { warnings } = read({ KALENDS_TIMZONE: "UTC", KALENDS_TEST_MONGODB: "x", PORT: "1" });
    expect(warnings).to.deep.equal([
      "KALENDS_TIMZONE is unknown and has no effect; did you mean KALENDS_TIMEZONE?",
    ]);
  });

  it("warns of settings that nothing looks at, and of no others", () => {
    const { warnings } = read({
      KALENDS_MEDIA: "./media",
      KALENDS_IMAGE_ALLOW_HOSTS: "a.example",
      KALENDS_MONGODB_STANDALONE: "1",
    });
    expect(warnings).to.deep.equal(["KALENDS_MONGODB_STANDALONE has no effect: the storage is not MongoDB"]);
  });

  it("never lets the largest page be smaller than the default one", () => {
    expect(configOf({ KALENDS_PER_PAGE: "500" }).maxPerPage).to.equal(500);
    expect(read({ KALENDS_PER_PAGE: "500" }).warnings).to.deep.equal([]);
    expect(configOf({ KALENDS_PER_PAGE: "20", KALENDS_MAX_PER_PAGE: "10" }).maxPerPage).to.equal(20);
    expect(read({ KALENDS_PER_PAGE: "20", KALENDS_MAX_PER_PAGE: "10" }).warnings).to.have.length(1);
  });

  it("takes one source of JWT keys only, and an issuer and audience with it", () => {
    const jwksUrl = "https://login.example/keys";
    expect(problemsOf({ KALENDS_JWT_KEY: "a", KALENDS_JWKS_URL: jwksUrl })).to.have.length(1);
    expect(
      configOf({ KALENDS_JWKS_URL: jwksUrl, KALENDS_JWT_ISSUER: "i", KALENDS_JWT_AUDIENCE: "a" }),
    ).to.include({ jwksUrl, jwtIssuer: "i", jwtAudience: "a" });
  });

  it("reads how long JWTs may be valid, a day unless set, with or without a unit", () => {
    const lifetime = (text: string) =>
      configOf({ KALENDS_JWT_KEY: SECRET, KALENDS_JWT_MAX_LIFETIME: text }).jwtMaxLifetime;
    expect(["", "3600", "45s", "30 min", "12 h", "7d"].map(lifetime)).to.deep.equal([
      86_400, 3_600, 45, 1_800, 43_200, 604_800,
    ]);
    expect(configOf({}, { jwtKey: SECRET, jwtMaxLifetime: 60 }).jwtMaxLifetime).to.equal(60);
    for (const text of ["0", "-1", "1.5 h", "2 weeks", "366 d", "999999999 d", "h"]) {
      const problems = problemsOf({ KALENDS_JWT_KEY: SECRET, KALENDS_JWT_MAX_LIFETIME: text });
      expect(problems, text).to.have.length(1);
      expect(problems[0], text).to.match(
        /^KALENDS_JWT_MAX_LIFETIME must be a number of seconds from 1 to 31536000/,
      );
    }
  });

  it("reports a bad JWT key together with everything else", () => {
    const problems = problemsOf({ KALENDS_JWT_KEY: "short", KALENDS_PORT: "99999" });
    expect(problems).to.have.length(2);
    expect(problems.join("\n")).to.include("KALENDS_JWT_KEY").and.include("KALENDS_PORT");
  });

  it("never repeats parts of a JWT key", () => {
    for (const key of [
      '{"kty":"oct","k":hunter2}',
      '{"kty":"oct","k":["hunter2"]}',
      '{"kty":"hunter2"}',
      "{hunter2",
    ]) {
      const [problem] = problemsOf({ KALENDS_JWT_KEY: key });
      expect(problem, key).to.include("KALENDS_JWT_KEY cannot be used").and.not.include("hunter2");
    }
  });

  it("never repeats secrets", () => {
    const problems = problemsOf(
      { KALENDS_STORAGE: "oracle://user:hunter2@host/", KALENDS_LICENSES: "hunter2" },
      {
        jwtKey: { secret: "hunter2" },
        jwksUrl: "https://user:hunter2@host/keys",
        baseUrl: "http://hunter2@host",
      },
    );
    // The sixth problem is that a key and the address of keys must not both be set.
    expect(problems).to.have.length(6);
    expect(problems.join("\n")).to.include('"https://***@host/keys"');
    expect(problems.join("\n")).to.not.include("hunter2");
  });

  it("is not misled by names that every object has", () => {
    expect(problemsOf({}, JSON.parse('{"__proto__": 1, "toString": 2}'))).to.have.length(2);
  });
});
