import { expect } from "chai";
import { type StartedCalendar, startCalendar } from "../../http/start-calendar.ts";
import { lastingStores } from "../../stores.ts";
import { type SamplePages, samplePages } from "./sample-pages.ts";

const LIMIT = 4096;

// The parsed form does not depend on the storage.
for (const store of lastingStores.slice(0, 1)) {
  describe("forms that pages take", () => {
    let sample: SamplePages;
    let calendar: StartedCalendar;
    before(async () => {
      sample = samplePages();
      calendar = await startCalendar(store, { plugins: [sample.plugin], bodyLimit: LIMIT });
    });
    after(() => calendar.close());

    const send = (
      raw: string | Uint8Array,
      type = "application/x-www-form-urlencoded",
      more: Readonly<Record<string, string>> = {},
    ) => calendar.post("//form", { raw, headers: { "content-type": type, ...more } });

    it("have their fields in order, with all values of each", async () => {
      const { status, headers, body } = await send("b=1&a=%C3%BC+x&b=2&c&__proto__=p&=e&d[k]=3");
      expect(status).to.equal(200);
      expect(headers["cache-control"]).to.equal("no-store");
      expect(headers).not.to.have.property("etag");
      expect(body.fields).to.deep.equal([
        ["b", ["1", "2"]],
        ["a", ["ü x"]],
        ["c", [""]],
        ["__proto__", ["p"]],
        ["", ["e"]],
        ["d[k]", ["3"]],
      ]);
    });

    it("may have files, of which empty ones count as not sent", async () => {
      const form = new FormData();
      form.append("title", "Fête");
      form.append("image", new Blob([new Uint8Array(100_000)], { type: "image/png" }), "föto.png");
      form.append("none", new Blob([]), "");
      form.append("title", "two");
      const { status, body } = await calendar.post("//form", { multipart: form });
      expect([status, body]).to.deep.equal([
        200,
        { fields: [["title", ["Fête", "two"]]], files: [["image", "föto.png", 100_000]] },
      ]);
    });

    it("are texts even of bytes that are none", async () => {
      const { body } = await send("a=%FF%FE&%C0=b");
      expect(body.fields).to.deep.equal([
        ["a", ["\ufffd"]],
        ["\ufffd", ["b"]],
      ]);
    });

    it("are refused where they are too long, damaged, or no form", async () => {
      const twice = new FormData();
      for (let time = 0; time < 2; time += 1) twice.append("image", new Blob(["x"]), "a.png");
      const many = new FormData();
      for (let number = 0; number < 11; number += 1) many.append(`image${number}`, new Blob(["x"]), "a.png");
      const long = new FormData();
      long.append("text", "x".repeat(LIMIT + 1));
      for (const [name, answer, expected] of [
        ["long", await send(`a=${"x".repeat(LIMIT)}`), 413],
        ["long part", await calendar.post("//form", { multipart: long }), 413],
        ["two files", await calendar.post("//form", { multipart: twice }), 400],
        ["many files", await calendar.post("//form", { multipart: many }), 400],
        ["json", await send('{"a":1}', "application/json"), 400],
        ["text", await send("a", "text/plain"), 400],
        ["no boundary", await send("a", "multipart/form-data"), 400],
        ["cut off", await send("--b\r\nContent-Disp", "multipart/form-data; boundary=b"), 400],
        ["no gzip", await send("a=1", undefined, { "content-encoding": "gzip" }), 400],
        ["no coding", await send("a=1", undefined, { "content-encoding": "x" }), 400],
      ] as const) {
        expect(answer.status, name).to.equal(expected);
        expect(answer.headers["content-type"], name).to.equal("text/html; charset=UTF-8");
        expect(answer.headers["cache-control"], name).to.equal("no-store");
      }
      expect((await send("")).body).to.deep.equal({ fields: [], files: [] });
    });
  });
}
