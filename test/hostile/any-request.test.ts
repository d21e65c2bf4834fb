import { seedsOf } from "@kalends/storage-contract";
import fc from "fast-check";
import { NAMESPACE } from "../http/client.ts";
import { stores } from "../stores.ts";
import { type DeclaredRoute, declaredRoutes, MINIMUM, minimumFor } from "./declared-operations.ts";
import { createRefusalCheck, expectSound, type HostileServer, openHostileServer } from "./hostile-server.ts";
import { HOSTILE_VALUES, RAW_VALUES } from "./hostile-values.ts";

const RUNS = Number(process.env.KALENDS_TEST_RUNS ?? 400);
const SEED = 20_310_501;

/** Request that is generated from declared operations and known attacks. */
interface AnyRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly raw?: Uint8Array;
  readonly as?: string;
}

const value = fc.oneof(
  fc.constantFrom(...HOSTILE_VALUES.filter((one) => typeof one !== "string" || one.length < 10_000)),
  fc.string({ unit: "binary", maxLength: 12 }),
  fc.double(),
  fc.array(fc.constantFrom(1, "a", null, {}), { maxLength: 3 }),
  fc.dictionary(fc.constantFrom("venue", "organizer", "id", "$ne", "__proto__", "toString"), fc.integer(), {
    maxKeys: 3,
  }),
);

/** Percent-encodes a text. Lone surrogates are encoded too; `encodeURIComponent` would refuse them. */
const percent = (text: string): string =>
  [...Buffer.from(text, "utf8")].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");

const scalarText = (one: unknown): string => (typeof one === "string" ? one : (JSON.stringify(one) ?? ""));

const toForm = (values: Readonly<Record<string, unknown>>, suffix: string): string =>
  Object.entries(values)
    .map(([name, one]) => `${percent(name)}${suffix}=${percent(scalarText(one))}`)
    .join("&");

const toMultipart = (values: Readonly<Record<string, unknown>>): string =>
  `${Object.entries(values)
    .map(
      ([name, one]) => `--X\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${scalarText(one)}\r\n`,
    )
    .join("")}--X--\r\n`;

const BODIES = {
  json: (values: Readonly<Record<string, unknown>>) =>
    ["application/json", Buffer.from(JSON.stringify(values))] as const,
  problem: (values: Readonly<Record<string, unknown>>) =>
    ["application/x+json; charset=latin1", Buffer.from(JSON.stringify(values))] as const,
  form: (values: Readonly<Record<string, unknown>>) =>
    ["application/x-www-form-urlencoded", Buffer.from(toForm(values, ""))] as const,
  brackets: (values: Readonly<Record<string, unknown>>) =>
    ["application/x-www-form-urlencoded", Buffer.from(toForm(values, "[x][]"))] as const,
  multipart: (values: Readonly<Record<string, unknown>>) =>
    ["multipart/form-data; boundary=X", Buffer.from(toMultipart(values))] as const,
  text: (values: Readonly<Record<string, unknown>>) =>
    ["text/plain", Buffer.from(JSON.stringify(values))] as const,
  none: () => [undefined, undefined] as const,
};

const HEADERS = fc.dictionary(
  fc.constantFrom(
    "x-http-method-override",
    "if-none-match",
    "origin",
    "accept-encoding",
    "x-forwarded-host",
    "range",
    "expect",
    "content-encoding",
    "authorization",
  ),
  fc.constantFrom(
    "",
    "*",
    "null",
    "DELETE",
    "bytes=0-",
    "gzip",
    "Basic Og==",
    "Bearer x.y",
    "evil.example",
    "W/",
  ),
  { maxKeys: 2 },
);

for (const [order, store] of stores.entries()) {
  // Most requests are refused before they reach the store. Later stores therefore get only a quarter of the
  // requests.
  const runs = order === 0 ? RUNS : RUNS / 4;
  describe(`any request, on ${store.name}`, function () {
    this.timeout(180_000);
    let server: HostileServer;
    let checked: ReturnType<typeof createRefusalCheck>;
    let routes: readonly DeclaredRoute[];

    before(async () => {
      server = await openHostileServer(store);
      checked = createRefusalCheck(server);
      routes = await declaredRoutes();
      for (const [resource, json] of Object.entries(MINIMUM)) {
        await server.post(`/${resource}`, { as: "administrator", json });
      }
    });
    after(() => server.close());

    /** Paths with different endings. */
    const targets = fc.oneof(
      {
        weight: 4,
        arbitrary: fc.constantFrom("1", "2", "3", "0", "9".repeat(20), "by-slug/an-event", "by-slug/a-venue"),
      },
      { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 8 }).map(percent) },
      {
        weight: 1,
        arbitrary: fc.constantFrom("by-slug/%00", "by-slug/%ff", "by-slug//", "-1", "1.5", "1/1", "%2e%2e"),
      },
    );

    const requests = (): fc.Arbitrary<AnyRequest> =>
      fc
        .record({
          route: fc.constantFrom(...routes),
          method: fc.option(fc.constantFrom("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"), {
            freq: 3,
            nil: undefined,
          }),
          target: targets,
          as: fc.constantFrom("administrator", "administrator", "author", "contributor", undefined),
          body: fc.constantFrom(...Object.values(BODIES)),
          headers: fc.oneof({ weight: 3, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: HEADERS }),
          isComplete: fc.boolean(),
          cut: fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { freq: 12 }),
          picks: fc.array(fc.tuple(fc.nat(), value), { maxLength: 4 }),
          queried: fc.array(fc.tuple(fc.nat(), value), { maxLength: 2 }),
        })
        .map(({ route, method, target, as, body, headers, isComplete, cut, picks, queried }) => {
          const names = [...route.parameters, "id", "slug", "_fields", "_method", "__proto__", "rest_route"];
          const named = (pairs: readonly (readonly [number, unknown])[]): Readonly<Record<string, unknown>> =>
            Object.fromEntries(pairs.map(([index, one]) => [names[index % names.length], one]));
          const sent = { ...(isComplete && minimumFor(route.resource, "")), ...named(picks) };
          const [type, bytes] = body(sent);
          const query = toForm(named(queried), "").slice(0, 8_000);
          const path = route.path.endsWith("/") ? route.path + target : route.path;
          return {
            method: method ?? route.method,
            path: `${NAMESPACE}${path}${query === "" ? "" : `?${query}`}`,
            headers: { ...(type !== undefined && { "content-type": type }), ...headers },
            ...(bytes !== undefined && { raw: cut === null ? bytes : bytes.subarray(0, cut * bytes.length) }),
            ...(as !== undefined && { as }),
          };
        });

    it("is answered soundly, and leaves the store alone when it is refused", async () => {
      for (const seed of seedsOf(SEED))
        await fc.assert(
          fc.asyncProperty(requests(), async ({ method, path, ...sent }) => {
            const answer = await checked(() => server.send(method, path, sent));
            // Node.js itself refuses an `Expect` header that it does not know.
            if (answer.status === 417) return;
            expectSound(answer);
          }),
          { numRuns: runs, seed },
        );
    });

    it("is answered soundly when its JSON is mixed from pieces", async () => {
      for (const seed of seedsOf(SEED))
        await fc.assert(
          fc.asyncProperty(
            fc.constantFrom(...routes.filter(({ name }) => name === "create" || name === "update")),
            fc.nat(),
            fc.constantFrom(...RAW_VALUES.filter((raw) => raw.length < 1_000)),
            fc.array(
              fc.constantFrom(
                "{",
                "}",
                "[",
                "]",
                ",",
                ":",
                '"',
                "\\",
                "\\u",
                "0",
                "e",
                "-",
                "\0",
                "\ufeff",
                " ",
              ),
              {
                maxLength: 6,
              },
            ),
            fc.nat(200),
            async (route, index, raw, junk, at) => {
              const name = route.parameters[index % route.parameters.length] ?? "";
              const whole = `{"${name}":${raw},${JSON.stringify(minimumFor(route.resource, "")).slice(1)}`;
              const body = whole.slice(0, at) + junk.join("") + whole.slice(at);
              const headers = { "content-type": "application/json" };
              const path = route.path.replace(/\/$/, "/1");
              const sent = { as: "administrator", raw: body, headers };
              expectSound(await checked(() => server.send(route.method, path, sent)));
            },
          ),
          { numRuns: runs / 2, seed },
        );
    });
  });
}
