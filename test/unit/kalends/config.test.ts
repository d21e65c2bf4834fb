import { expect } from "chai";
import type { Config } from "kalends";
import { readConfig, SETTINGS } from "kalends/internals";

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

/** Variable, text, key, value. */
const SECRET = "a secret\nof two lines and 32 bytes or more";

const ACCEPTED: readonly (readonly [string, string, keyof Config, unknown])[] = [
  ["KALENDS_REST_ROOT", "/api/rest", "restRoot", "/api/rest"],
  ["KALENDS_VENDOR", "acme", "vendor", "acme"],
  ["KALENDS_BASE_URL", "https://calendar.example/", "baseUrl", "https://calendar.example"],
  [
    "KALENDS_BASE_URL",
    "https://calendar.example:8443/below",
    "baseUrl",
    "https://calendar.example:8443/below",
  ],
  ["KALENDS_TRUST_PROXY", "1", "trustProxy", true],
  ["KALENDS_TRUST_PROXY", "No", "trustProxy", false],
  ["KALENDS_HOST", "::1", "host", "::1"],
  ["KALENDS_PORT", "0", "port", 0],
  ["KALENDS_PORT", " 65535 ", "port", 65535],
  ["KALENDS_STORAGE", "sqlite::memory:", "storage", "sqlite::memory:"],
  ["KALENDS_STORAGE_TIMEOUT", "2.5 s", "storageTimeout", 2.5],
  ["KALENDS_PER_PAGE", "200", "perPage", 200],
  ["KALENDS_MAX_PER_PAGE", "50", "maxPerPage", 50],
  ["KALENDS_TIMEZONE", "America/New_York", "timezone", "America/New_York"],
  ["KALENDS_TIMEZONE", "UTC+5:30", "timezone", "UTC+5:30"],
  ["KALENDS_TIMEZONE", "UTC-3.5", "timezone", "UTC-3.5"],
  ["KALENDS_DISPLAY_ZONE", "site", "displayZone", "site"],
  ["KALENDS_DAY_CUTOFF", "06:00", "dayCutoff", "06:00"],
  ["KALENDS_LANGUAGE", "en", "language", "en"],
  ["KALENDS_LANGUAGE", "fr-CA", "language", "fr-CA"],
  ["KALENDS_LANGUAGE", "es-419", "language", "es-419"],
  ["KALENDS_LOCALES", "fr, es:10,de-ch", "locales", ["fr", "es:10", "de-ch"]],
  ["KALENDS_CURRENCY_SYMBOL", "€", "currencySymbol", "€"],
  ["KALENDS_CURRENCY_POSITION", "postfix", "currencyPosition", "postfix"],
  ["KALENDS_JWT_KEY", SECRET, "jwtKey", SECRET],
  ["KALENDS_JWKS_URL", "https://login.example/keys?p=1", "jwksUrl", "https://login.example/keys?p=1"],
  ["KALENDS_UNFILTERED_HTML", "administrator, editor", "unfilteredHtml", ["administrator", "editor"]],
  ["KALENDS_BODY_LIMIT", "512 KiB", "bodyLimit", 524_288],
  ["KALENDS_BODY_LIMIT", "2mb", "bodyLimit", 2_097_152],
  ["KALENDS_CACHE_MAX_AGE", "300", "cacheMaxAge", 300],
  ["KALENDS_CACHE_MEMORY", "0", "cacheMemory", 0],
  ["KALENDS_OUTBOX_DAYS", "1", "outboxDays", 1],
  ["KALENDS_CHANGES", "1", "changes", true],
  ["KALENDS_CHANGE_STREAMS", "0", "changeStreams", 0],
  ["KALENDS_CACHE_STALENESS", "1", "cacheStaleness", 1],
  ["KALENDS_COMPRESSION", "0", "compression", false],
  ["KALENDS_WORKERS", "64", "workers", 64],
  ["KALENDS_MIGRATE", "0", "migrate", false],
  ["KALENDS_MEDIA", "/var/media", "media", "/var/media"],
  ["KALENDS_IMAGE_ALLOW_HOSTS", "a.example,,b.example", "imageAllowHosts", ["a.example", "b.example"]],
  ["KALENDS_PLUGIN_ALLOW_HOSTS", "a.example:81", "pluginAllowHosts", ["a.example:81"]],
  ["KALENDS_DOC_DIALECT", "swagger-2.0", "docDialect", "swagger-2.0"],
  ["KALENDS_LOG_LEVEL", "silent", "logLevel", "silent"],
];

const REFUSED: readonly (readonly [string, string, RegExp])[] = [
  ["KALENDS_REST_ROOT", "wp-json", /a path/],
  ["KALENDS_REST_ROOT", "/wp-json/", /a path/],
  ["KALENDS_VENDOR", "a/b", /one word/],
  ["KALENDS_BASE_URL", "calendar.example", /an address/],
  ["KALENDS_BASE_URL", "ftp://calendar.example", /an address/],
  ["KALENDS_BASE_URL", "https://user:word@calendar.example", /an address/],
  ["KALENDS_BASE_URL", "https://calendar.example/?a=1", /an address/],
  ["KALENDS_TRUST_PROXY", "maybe", /1 or 0/],
  ["KALENDS_HOST", "a b", /host name/],
  ["KALENDS_PORT", "65536", /from 0 to 65535/],
  ["KALENDS_PORT", "80a", /from 0 to 65535/],
  ["KALENDS_PORT", "8.5", /from 0 to 65535/],
  ["KALENDS_STORAGE", "kalends.db", /a scheme/],
  [
    "KALENDS_STORAGE",
    "oracle://localhost/kalends",
    /unknown scheme oracle; known schemes: sqlite, mongodb, mongodb\+srv$/,
  ],
  ["KALENDS_STORAGE", "constructor:x", /unknown scheme constructor/],
  ["KALENDS_STORAGE_TIMEOUT", "0", /seconds/],
  ["KALENDS_MONGODB_STANDALONE", "perhaps", /1 or 0/],
  ["KALENDS_COLLECTION_PREFIX", "a$b", /letters, digits/],
  ["KALENDS_PER_PAGE", "0", /from 1 to/],
  ["KALENDS_MAX_PER_PAGE", "-1", /from 1 to/],
  ["KALENDS_TIMEZONE", "Europe/Atlantis", /time zone/],
  ["KALENDS_TIMEZONE", "UTC+14:30", /time zone/],
  ["KALENDS_TIMEZONE", "x", /time zone/],
  ["KALENDS_DISPLAY_ZONE", "local", /one of event, site/],
  ["KALENDS_DAY_CUTOFF", "24:00", /time of day/],
  ["KALENDS_LANGUAGE", "french", /one of en, fr, es, de/],
  ["KALENDS_LANGUAGE", "pt-BR", /one of en, fr, es, de/],
  ["KALENDS_LANGUAGE", "FR", /one of en, fr, es, de/],
  ["KALENDS_LOCALES", "fr,it", /one of en, fr, es, de/],
  ["KALENDS_LOCALES", "fr:0", /page size/],
  ["KALENDS_LOCALES", "fr:10:10", /page size/],
  ["KALENDS_LOCALES", "fr,../x", /one of en, fr, es, de/],
  ["KALENDS_LOCALES", "fr/wp-json", /one of en, fr, es, de/],
  ["KALENDS_LOCALES", "fr,es,fr:20", /names fr more than once/],
  ["KALENDS_CURRENCY_SYMBOL", "a\nb", /one line/],
  ["KALENDS_CURRENCY_POSITION", "left", /one of prefix, postfix/],
  ["KALENDS_JWKS_URL", "file:///etc/keys", /http or https/],
  ["KALENDS_JWT_KEY", "short", /cannot be used: .* at least 32 bytes/],
  ["KALENDS_JWT_KEY", "{", /cannot be used: it begins as a JWK/],
  ["KALENDS_JWT_KEY", "-----BEGIN PUBLIC KEY-----", /cannot be used/],
  ["KALENDS_JWT_ISSUER", "https://login.example", /needs a key/],
  ["KALENDS_JWT_AUDIENCE", "calendar", /needs a key/],
  ["KALENDS_JWT_MAX_LIFETIME", "3600", /needs a key/],
  [
    "KALENDS_UNFILTERED_HTML",
    "administrator,root",
    /KALENDS_UNFILTERED_HTML is a list, each item of which must be one of administrator/,
  ],
  ["KALENDS_BODY_LIMIT", "1 GB", /bytes/],
  ["KALENDS_BODY_LIMIT", "0", /bytes/],
  ["KALENDS_CACHE_MAX_AGE", "-1", /seconds/],
  ["KALENDS_CACHE_MEMORY", "-1", /from 0 to 65536/],
  ["KALENDS_CACHE_STALENESS", "-1", /seconds from 0/],
  ["KALENDS_COMPRESSION", "br", /must be 1 or 0/],
  ["KALENDS_OUTBOX_DAYS", "0", /from 1 to 36500/],
  ["KALENDS_CHANGES", "all", /must be 1 or 0/],
  ["KALENDS_CHANGE_STREAMS", "-1", /from 0 to 10000/],
  ["KALENDS_WORKERS", "0", /from 1 to 64/],
  ["KALENDS_PLUGINS", "one plugin", /package name or a path/],
  ["KALENDS_LICENSES", "geolocation", /name=text/],
  ["KALENDS_MEDIA", "a\u0000b", /one line/],
  ["KALENDS_IMAGE_ALLOW_HOSTS", "https://a.example", /host name/],
  ["KALENDS_DOC_DIALECT", "raml", /one of/],
  ["KALENDS_LOG_LEVEL", "loud", /one of/],
];

describe("configuration", () => {
  it("needs nothing and then has the documented defaults", () => {
    const config = configOf({});
    expect(config).to.include({
      restRoot: "/wp-json",
      vendor: "tribe",
      trustProxy: false,
      host: "127.0.0.1",
      port: 8080,
      storage: "sqlite:./kalends.db",
      storageTimeout: 30,
      perPage: 10,
      maxPerPage: 200,
      timezone: "UTC",
      displayZone: "event",
      dayCutoff: "00:00",
      language: "en",
      currencySymbol: "$",
      currencyPosition: "prefix",
      bodyLimit: 1_048_576,
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
    expect(problem).to.equal("KALENDS_LOCALES has fr, which the REST root begins with");
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
      { jwtKey: { secret: "hunter2" } },
    );
    expect(problems).to.have.length(3);
    expect(problems.join("\n")).to.not.include("hunter2");
  });

  it("is not misled by names that every object has", () => {
    expect(problemsOf({}, JSON.parse('{"__proto__": 1, "toString": 2}'))).to.have.length(2);
  });
});
