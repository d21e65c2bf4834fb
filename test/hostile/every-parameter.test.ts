import { expect } from "chai";
import type { Sent, TestResponse } from "../http/client.ts";
import { aPicture } from "../http/pictures.ts";
import { asRaw } from "../http/uploads.ts";
import { stores } from "../stores.ts";
import { type DeclaredRoute, declaredRoutes, MINIMUM, minimumFor } from "./declared-operations.ts";
import { createRefusalCheck, expectSound, type HostileServer, openHostileServer } from "./hostile-server.ts";
import { HOSTILE_VALUES, RAW_VALUES } from "./hostile-values.ts";

/** Percent-encodes a text. A lone surrogate becomes bytes that are invalid in UTF-8. */
const encode = (text: string): string =>
  encodeURIComponent(text.replace(/\p{Surrogate}/gu, "\ufffd")).replaceAll("%EF%BF%BD", "%ED%A0%80");

const toQuery = (name: string, value: unknown): string => {
  if (typeof value !== "object" || value === null) return `${encode(name)}=${encode(String(value))}`;
  const entries = Object.entries(value);
  if (entries.length === 0) return `${encode(name)}[]=`;
  return entries.map(([key, entry]) => toQuery(`${name}[${key}]`, entry)).join("&");
};

/** Maximum length of a value in a query string. Longer values are sent only in bodies. */
const MAX_QUERY = 10_000;
/** True if the operation creates a record from JSON or a form. Images are created from a file. */
const isCreation = ({ name, resource }: DeclaredRoute): boolean => name === "create" && resource !== "images";

/**
 * True if the value is tried with this parameter. Each parameter gets every `stride`-th value, beginning at
 * another value. If `KALENDS_TEST_RUNS` is set, all values are tried.
 */
const isTried = (place: number, index: number, stride: number): boolean =>
  process.env.KALENDS_TEST_RUNS !== undefined || (place + index) % stride === 0;

for (const [order, store] of stores.entries()) {
  // Most requests are refused before they reach the store. Later stores therefore get only a quarter of the
  // values.
  const thinner = order === 0 ? 1 : 4;
  describe(`every declared parameter under attack, on ${store.name}`, function () {
    this.timeout(180_000);
    let server: HostileServer;
    let checked: ReturnType<typeof createRefusalCheck>;
    let routes: readonly DeclaredRoute[];
    const ids = new Map<string, number>();
    let picture: Buffer;

    before(async () => {
      server = await openHostileServer(store);
      checked = createRefusalCheck(server);
      routes = await declaredRoutes();
      for (const [resource, json] of Object.entries(MINIMUM)) {
        const { body } = await server.post(`/${resource}`, { as: "administrator", json });
        ids.set(resource, body.id);
      }
      picture = await aPicture();
      ids.set("images", (await server.post("/images", { ...asRaw(picture), as: "administrator" })).body.id);
    });
    after(() => server.close());

    const checkOne = async (
      { method, path, resource, name: operation }: DeclaredRoute,
      name: string,
      query: string,
      sent: Sent,
    ): Promise<TestResponse> => {
      const target = path.endsWith("/") ? path + ids.get(resource) : path;
      const answer = await checked(() =>
        server.send(method, target + query, { as: "administrator", ...sent }),
      );
      const what = `${operation} ${resource} ${name} ${query}${JSON.stringify(sent).slice(0, 200)}: ${answer.text}`;
      expectSound(answer);
      if (answer.body.code === "rest_invalid_param")
        expect(answer.body.data.params, what).to.have.property(name);
      if (answer.body.code === "rest_missing_callback_param") {
        expect(answer.body.data.params, what).to.include(name);
      }
      return answer;
    };

    it("is refused by its name or taken, in JSON", async () => {
      let count = 0;
      for (const route of routes.filter((one) => isCreation(one) || one.name === "update")) {
        for (const [place, name] of route.parameters.entries()) {
          for (const [index, value] of HOSTILE_VALUES.entries()) {
            if (!isTried(place, index, (route.name === "create" ? 6 : 12) * thinner)) continue;
            const minimum = minimumFor(route.resource, name);
            await checkOne(route, name, "", { json: { ...minimum, [name]: value } });
            count += 1;
          }
        }
      }
      expect(count).to.be.above(300 / thinner);
    });

    it("is refused by its name or taken, in JSON that no encoder writes", async () => {
      for (const route of routes.filter(isCreation)) {
        for (const [place, name] of route.parameters.entries()) {
          for (const [index, raw] of RAW_VALUES.entries()) {
            if (!isTried(place, index, thinner)) continue;
            const { [name]: _replaced, ...minimum } = minimumFor(route.resource, name);
            const rest = JSON.stringify(minimum).slice(1);
            const body = `{${JSON.stringify(name)}:${raw}${rest === "}" ? "" : ","}${rest}`;
            const headers = { "content-type": "application/json" };
            await checkOne(route, name, "", { raw: body, headers });
          }
        }
      }
    });

    it("is refused by its name or taken, in a form", async () => {
      for (const route of routes.filter(isCreation)) {
        for (const [place, name] of route.parameters.entries()) {
          for (const [index, value] of HOSTILE_VALUES.entries()) {
            if (!isTried(place, index, 8 * thinner)) continue;
            const minimum = new URLSearchParams(minimumFor(route.resource, name)).toString();
            await checkOne(route, name, "", { form: `${minimum}&${toQuery(name, value)}` });
          }
        }
      }
    });

    it("is refused by its name or taken, in a query", async () => {
      for (const route of routes.filter(({ name }) => name === "list")) {
        for (const [place, name] of route.parameters.entries()) {
          for (const [index, value] of HOSTILE_VALUES.entries()) {
            if (!isTried(place, index, 3 * thinner)) continue;
            const query = `?${toQuery(name, value)}`;
            if (query.length <= MAX_QUERY) await checkOne(route, name, query, {});
          }
        }
      }
    });

    it("is refused by its name or taken, with a file", async () => {
      const route = routes.find(({ name, resource }) => name === "create" && resource === "images");
      for (const [place, name] of (route?.parameters ?? []).entries()) {
        if (route === undefined || name === "file") continue;
        for (const [index, value] of HOSTILE_VALUES.entries()) {
          if (!isTried(place, index, 6 * thinner)) continue;
          const query = `?${toQuery(name, value)}`;
          if (query.length <= MAX_QUERY) await checkOne(route, name, query, asRaw(picture));
        }
      }
    });

    it("leaves a server that answers", async () => {
      expect((await server.get("/events?per_page=200")).status).to.equal(200);
      expect(await server.memory()).to.be.below(400);
    });
  });
}
