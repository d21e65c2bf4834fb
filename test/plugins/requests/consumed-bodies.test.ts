import { request as httpRequest } from "node:http";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { can, type Plugin, type RouteRequest } from "@kalends/core/interface";
import { pluginRoute } from "@kalends/core/plugin";
import { Validator } from "@seriousme/openapi-schema-validator";
import { expect } from "chai";
import { createCalendar } from "kalends";
import { type StartedCalendar, startCalendar } from "../../http/start-calendar.ts";
import { createGate } from "../../stores/gate.ts";
import { firstStore, stores } from "../../stores.ts";

type Content = RouteRequest["content"];
type Take = (content: Content) => Promise<unknown>;

const LIMIT = 100_000;

const takerOf = (take: () => Take): Plugin => ({
  name: "taker",
  setup: () => ({
    routes: [
      pluginRoute<{ readonly name: string | undefined }>({
        method: "POST",
        path: "/taken",
        description: "Takes lines.",
        parameters: { name: { description: "Whose.", type: "string" } },
        consumes: { "text/x-lines": { maxBytes: LIMIT }, "application/lines+json": { maxBytes: 10 } },
        permits: (actor) => can(actor, "edit_others"),
        async run({ name }, { content }) {
          const taken = await take()(content);
          return { body: { name: name ?? null, type: content?.type ?? null, taken: taken as string } };
        },
      }),
    ],
  }),
});

const whole: Take = async (content) => {
  const chunks: Uint8Array[] = [];
  for await (const chunk of content?.bytes ?? []) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
};

for (const store of firstStore) {
  describe(`bodies that routes take on ${store.name}`, () => {
    let calendar: StartedCalendar;
    let take: Take = whole;
    before(async () => {
      calendar = await startCalendar(store, { plugins: [takerOf(() => take)], bodyLimit: 1000 });
    });
    beforeEach(() => {
      take = whole;
    });
    after(() => calendar.close());

    const LINES = { "content-type": "Text/X-Lines; charset=utf-8" };
    const send = async (
      raw: string | Uint8Array,
      headers: Readonly<Record<string, string>> = {},
      as = "editor",
    ): Promise<readonly unknown[]> => {
      const sent = { as, raw, headers: { ...LINES, ...headers } };
      const { status, body } = await calendar.post("/taken?name=ann", sent);
      return status === 200 ? [body.name, body.type, body.taken] : [status, body.code];
    };

    it("are read as they arrive, decompressed, with parameters from the query alone", async () => {
      expect(await send("name=bob")).to.deep.equal(["ann", "text/x-lines", "name=bob"]);
      const long = "a line\n".repeat(10_000);
      expect(await send(long)).to.deep.equal(["ann", "text/x-lines", long]);
      for (const [coding, bytes] of [
        ["gzip", gzipSync(long)],
        ["br", brotliCompressSync(long)],
        ["deflate", deflateSync(long)],
        ["identity", Buffer.from(long)],
      ] as const)
        expect(await send(bytes, { "content-encoding": coding }), coding).to.deep.equal([
          "ann",
          "text/x-lines",
          long,
        ]);
      expect(await send("{}", { "content-type": "application/lines+json" })).to.deep.equal([
        "ann",
        "application/lines+json",
        "{}",
      ]);
    });

    it("are none where they have parameters, or there are none", async () => {
      const json = await calendar.post("/taken", { as: "editor", json: { name: "bob" } });
      expect(json.body).to.deep.equal({ name: "bob", type: null, taken: "" });
      const form = await calendar.post("/taken", { as: "editor", form: { name: "bob" } });
      expect(form.body).to.deep.equal({ name: "bob", type: null, taken: "" });
      expect((await calendar.post("/taken", { as: "editor" })).body.type).to.equal(null);
      expect(await send("")).to.deep.equal(["ann", "text/x-lines", ""]);
    });

    it("are refused in the envelope: of other types and codings, too long, damaged", async () => {
      const UNKNOWN = [415, "rest_unsupported_media_type"];
      expect(await send("a", { "content-type": "text/plain" })).to.deep.equal(UNKNOWN);
      expect(await send("a", { "content-encoding": "zstd" })).to.deep.equal(UNKNOWN);
      const TOO_LARGE = [413, "rest_body_too_large"];
      const long = "a".repeat(LIMIT + 1);
      expect(await send(long)).to.deep.equal(TOO_LARGE);
      expect(await send(long, { "transfer-encoding": "chunked" })).to.deep.equal(TOO_LARGE);
      expect(await send(gzipSync(long), { "content-encoding": "gzip" })).to.deep.equal(TOO_LARGE);
      expect(await send("12345678901", { "content-type": "application/lines+json" })).to.deep.equal(
        TOO_LARGE,
      );
      const DAMAGED = [400, "rest_invalid_json"];
      expect(await send("no gzip", { "content-encoding": "gzip" })).to.deep.equal(DAMAGED);
      expect(await send(gzipSync(long).subarray(0, 40), { "content-encoding": "gzip" })).to.deep.equal(
        DAMAGED,
      );
      expect(await send(long.slice(1))).to.include(long.slice(1));
    });

    it("are not read for those who may not send them, nor where the route does not care", async () => {
      let isAsked = false;
      take = async () => {
        isAsked = true;
      };
      const long = "a".repeat(LIMIT);
      expect(await send(long, {}, "author")).to.deep.equal([403, "rest_forbidden"]);
      expect(isAsked).to.equal(false);
      expect(await send(long, { "transfer-encoding": "chunked" })).to.deep.equal([
        "ann",
        "text/x-lines",
        undefined,
      ]);
      take = async (content) => {
        for await (const chunk of content?.bytes ?? []) return chunk.length > 0;
        return false;
      };
      for (const headers of [{}, { "content-encoding": "gzip" }])
        expect(await send("content-encoding" in headers ? gzipSync(long) : long, headers)).to.include(true);
      take = async (content) => {
        // The importer stops after the first part of the body.
        await content?.bytes[Symbol.asyncIterator]().next();
      };
      expect(await send(long)).to.deep.equal(["ann", "text/x-lines", undefined]);
    });

    it("tell the route when the sender goes", async () => {
      const begun = createGate();
      const ended = createGate();
      let failure: unknown;
      take = async (content) => {
        try {
          for await (const _chunk of content?.bytes ?? []) begun.open();
        } catch (error) {
          failure = error;
          throw error;
        } finally {
          ended.open();
        }
      };
      const outgoing = httpRequest(`${calendar.namespace}/taken`, {
        method: "POST",
        headers: { ...LINES, authorization: `Bearer ${calendar.token("editor")}` },
      });
      outgoing.on("error", () => {});
      outgoing.write("a line");
      await begun.passed;
      outgoing.destroy();
      await ended.passed;
      expect(failure).to.include({ code: "rest_invalid_json" });
      expect((await calendar.get("/events")).status).to.equal(200);
    });

    it("are in the documentation", async () => {
      const { paths } = (await calendar.get("/doc?version=3.1")).body;
      const { requestBody, parameters, responses } = paths["/taken"].post;
      expect(Object.keys(requestBody.content)).to.include.members([
        "text/x-lines",
        "application/lines+json",
        "application/json",
      ]);
      expect(
        parameters.map(({ name, in: place }: { name: string; in: string }) => [name, place]),
      ).to.deep.equal([["name", "query"]]);
      expect(responses).to.include.keys("413", "415");
      // Validation is slow and does not depend on the store.
      for (const version of store === stores[0] ? ["2.0", "3.0", "3.1"] : []) {
        const result = await new Validator().validate((await calendar.get(`/doc?version=${version}`)).body);
        expect([result.errors, result.valid], version).to.deep.equal([undefined, true]);
      }
    });
  });
}

describe("types of bodies", () => {
  const open = async (method: "GET" | "POST", consumes: object): Promise<string> => {
    const route = { ...takerOf(() => whole).setup?.({} as never).routes?.[0], method, consumes };
    try {
      const plugins: readonly Plugin[] = [{ name: "taker", setup: () => ({ routes: [route as never] }) }];
      await (await createCalendar({ storage: "sqlite::memory:", plugins })).close();
      return "";
    } catch (error) {
      return (error as Error).message;
    }
  };

  it("have a form and a bound, and belong to methods with bodies", async () => {
    expect(await open("POST", { "text/calendar": { maxBytes: 1 } })).to.equal("");
    expect(await open("GET", { "text/calendar": { maxBytes: 1 } })).to.include(
      "but requests with this method have no body",
    );
    expect(await open("POST", { "text/calendar": {} })).to.include("must be a number of bytes");
    expect(await open("POST", { "text/calendar": null })).to.include("must be a number of bytes");
    for (const type of ["Text/Calendar", "application/json", "multipart/form-data", "text"])
      expect(await open("POST", { [type]: { maxBytes: 1 } }), type).to.include("which is not valid");
  });
});
