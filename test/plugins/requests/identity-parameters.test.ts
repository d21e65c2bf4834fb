import type { Logger } from "@kalends/core";
import type { Plugin } from "@kalends/core/interface";
import type { AuthenticationRequest } from "@kalends/core/internals";
import { pluginRoute } from "@kalends/core/plugin";
import { expect } from "chai";
import { createCalendar } from "kalends";
import { type StartedCalendar, startCalendar } from "../../http/start-calendar.ts";
import { firstStore } from "../../stores.ts";
import { lines } from "../formats/lines-plugin.ts";

const SECRET = "k3y-of-the-feed";

/** Plugin that authenticates by a key in the query string. The key gives access to one file and one route. */
const keysOf = (asked: AuthenticationRequest[]): Plugin => ({
  name: "keys",
  setup: () => ({
    authentication: [
      {
        name: "keys",
        headers: [],
        parameters: ["key"],
        authenticate(request) {
          asked.push(request);
          const { parameters, path, method } = request;
          const isMeant =
            ["/events.lines", "/events", "/echo"].includes(path) && ["GET", "HEAD"].includes(method);
          return parameters.key === SECRET && isMeant ? { account: "editor" } : { failure: "rest_forbidden" };
        },
      },
    ],
    routes: [
      pluginRoute<object>({
        method: "GET",
        path: "/echo",
        description: "What it is called with.",
        pure: true,
        parameters: {},
        permits: () => true,
        run: (values, { namespace }) => ({
          headers: { "Cache-Control": "public, max-age=9" },
          body: JSON.parse(JSON.stringify([values, namespace])),
        }),
      }),
    ],
  }),
});

const DRAFT = {
  title: "Draft",
  status: "draft",
  start_date: "2031-04-01 10:00",
  end_date: "2031-04-01 12:00",
};

for (const store of firstStore) {
  describe(`authentication by parameters on ${store.name}`, () => {
    const asked: AuthenticationRequest[] = [];
    const logged: string[] = [];
    let calendar: StartedCalendar;
    before(async () => {
      const log = (...line: readonly unknown[]): void => void logged.push(JSON.stringify(line));
      const logger: Logger = { debug: log, info: log, warn: log, error: log };
      calendar = await startCalendar(store, {
        plugins: [lines, keysOf(asked)],
        logger,
        cacheMaxAge: 60,
        locales: ["fr"],
      });
      await calendar.post("/events", { as: "editor", json: DRAFT });
    });
    after(() => calendar.close());

    const read = async (path: string, method = "GET") => {
      asked.splice(0);
      return calendar.send(method, path);
    };

    it("tells schemes what else is in the query, and of bodies", async () => {
      await read(`/events.lines?search=a+b&key=${SECRET}&tags[]=%C3%A9`);
      const [first] = asked;
      expect([first?.query, first?.hasBody]).to.deep.equal([
        [
          ["search", "a b"],
          ["tags[]", "é"],
        ],
        false,
      ]);
      asked.splice(0);
      await calendar.send("GET", `/?rest_route=/tribe/events/v1/events.lines&key=${SECRET}`, {
        json: { status: "draft" },
      });
      expect([asked[0]?.query, asked[0]?.hasBody]).to.deep.equal([[], true]);
    });

    it("knows callers by the query, at the path below the namespace however it is asked", async () => {
      for (const path of [
        `/events.lines?key=${SECRET}`,
        `/?rest_route=/tribe/events/v1/events.lines&key=${SECRET}`,
        `//fr/wp-json/tribe/events/v1/events.lines/?key=${SECRET}`,
        `/events.lines?k%65y=${SECRET}`,
      ]) {
        const { status, text } = await read(path);
        expect([status, text], path).to.deep.equal([200, "Draft 2031-04-01 10:00:00\n"]);
        expect(asked).to.deep.equal([
          {
            headers: {},
            parameters: { key: SECRET },
            path: "/events.lines",
            ...{ query: [], hasBody: false },
            method: "GET",
            address: "127.0.0.1",
          },
        ]);
      }
      expect((await read("/events.lines")).text).to.equal("");
      expect(asked).to.deep.equal([]);
    });

    it("asks about the method that counts and says what the query says, and about nothing else", async () => {
      const post = await calendar.post(`/events?key=${SECRET}`, { json: DRAFT });
      expect([post.status, post.body.code]).to.deep.equal([401, "rest_forbidden"]);
      expect((await read(`/events?key=${SECRET}&_method=DELETE`)).status).to.equal(401);
      expect(asked[0]?.method).to.equal("DELETE");
      expect((await read(`/venues?key=${SECRET}`)).status).to.equal(401);
      expect((await read("/events.lines?key=other")).status).to.equal(401);
      // A key that is not a text is ignored.
      expect((await read(`/events.lines?key[]=${SECRET}`)).text).to.equal("");
      expect(asked).to.deep.equal([]);
    });

    it("lets no cache keep an answer, ours neither, and is told 304 all the same", async () => {
      for (const path of [`/events.lines?key=${SECRET}`, `/events?key=${SECRET}`, `/echo?key=${SECRET}`]) {
        const { headers, status } = await read(path);
        expect([status, headers["cache-control"]], path).to.deep.equal([200, "private, no-store"]);
        const known = await calendar.get(path, { headers: { "if-none-match": headers.etag ?? "" } });
        expect([known.status, known.headers["cache-control"]], path).to.deep.equal([
          304,
          "private, no-store",
        ]);
        expect((await read(path, "HEAD")).headers["cache-control"]).to.equal("private, no-store");
      }
      for (const path of ["/events.lines?key=other", "/events.lines?key[]=other", `/events/9?key=${SECRET}`])
        expect((await read(path)).headers["cache-control"], path).to.equal("private, no-store");
      expect((await read("/echo")).headers["cache-control"]).to.equal("public, max-age=9");
    });

    it("shows it nowhere: not in logs, headers or bodies, and not to formats and routes", async () => {
      logged.splice(0);
      for (const path of [
        `/events?key=${SECRET}&per_page=1`,
        `/events.latest.txt?key=${SECRET}&search=a`,
        `/events.lines?key=${SECRET}&start_date=hm`,
        `/events.lines?key=${SECRET}&expand=1`,
        `/echo?key=${SECRET}`,
        `/nothing?key=${SECRET}`,
      ]) {
        const { text, headers } = await read(path);
        expect(text + JSON.stringify(headers), path).not.to.include(SECRET);
      }
      expect(logged.join("\n")).to.include('"key":"***"').and.not.to.include(SECRET);
    });
  });
}

describe("parameters of schemes", () => {
  const open = async (...parameters: readonly string[]): Promise<string> => {
    const plugin: Plugin = {
      name: "a",
      setup: () => ({
        authentication: [{ name: "a", headers: [], parameters, authenticate: () => undefined }],
      }),
    };
    try {
      await (await createCalendar({ storage: "sqlite::memory:", plugins: [lines, plugin] })).close();
      return "";
    } catch (error) {
      return (error as Error).message;
    }
  };

  it("have names of their own", async () => {
    expect(await open("token")).to.equal("");
    expect(await open()).to.include("headers must be a list of names in lower case, at least one");
    expect(await open("Token")).to.include("parameters must be a list of names");
    for (const name of ["search", "expand", "id", "title", "page"])
      expect(await open(name), name).to.include("which already has another meaning");
  });
});
