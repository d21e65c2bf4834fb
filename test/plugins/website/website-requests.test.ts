import { connect } from "node:net";
import { expect } from "chai";
import { type StartedCalendar, startCalendar } from "../../http/start-calendar.ts";
import { lastingStores } from "../../stores.ts";
import { type SamplePages, samplePages } from "./sample-pages.ts";

// The request does not depend on the storage.
for (const store of lastingStores.slice(0, 1)) {
  describe("what pages are asked", () => {
    let sample: SamplePages;
    let calendar: StartedCalendar;
    before(async () => {
      sample = samplePages();
      calendar = await startCalendar(store, { plugins: [sample.plugin], locales: ["fr"] });
    });
    after(() => calendar.close());

    /**
     * Sends bytes that HTTP clients would not send. Returns the first line of the response, or `""` if no
     * response arrives.
     */
    const sendRaw = (line: string, headers = ""): Promise<string> =>
      new Promise((resolve, reject) => {
        const socket = connect(Number(new URL(calendar.origin).port), "127.0.0.1");
        let text = "";
        socket.on("data", (chunk) => {
          text += chunk.toString("latin1");
        });
        socket.on("error", reject).on("close", () => resolve(text));
        socket.write(
          Buffer.from(`${line} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n${headers}\r\n`, "latin1"),
        );
      });

    it("is the address, decoded as far as it can be, and who asks as far as that says nobody", async () => {
      const { body } = await calendar.get("//request?a=1&b=%C3%BC&a=2&c=%FF&d", {
        headers: {
          cookie: "a=b",
          authorization: "Basic eDp5",
          "user-agent": "test",
          referer: "https://x.example/",
        },
      });
      expect(body).to.deep.equal({
        method: "GET",
        path: "/request",
        query: [
          ["a", ["1", "2"]],
          ["b", ["ü"]],
          ["c", ["\ufffd"]],
          ["d", [""]],
        ],
        headers: ["referer", "user-agent"],
        home: calendar.origin,
        docs: `${calendar.origin}/docs`,
        site: calendar.origin,
        address: "127.0.0.1",
        language: "en",
      });
    });

    it("is in the language of the address", async () => {
      const { body } = await calendar.get("//fr/request");
      expect([body.path, body.locale, body.home, body.site, body.language]).to.deep.equal([
        "/request",
        "fr",
        `${calendar.origin}/fr`,
        calendar.origin,
        "fr",
      ]);
      for (const path of ["//fr", "//fr/", "//"])
        expect((await calendar.get(path)).text, path).to.equal("<h1>Front page</h1>");
      expect((await calendar.get("//fr/fr/request")).status).to.equal(404);
      expect((await calendar.get("//FR/request")).status).to.equal(404);
    });

    it("has slashes in its path once, and is asked for whole addresses, too", async () => {
      for (const target of ["//request", "///request", "http://other.example/request", "HTTP://x//request"])
        expect(await sendRaw(`GET ${target}`), target).to.contain('"path":"/request"');
      expect(await sendRaw("GET http://other.example")).to.contain("<h1>Front page</h1>");
    });

    it("cannot be brought to fail", async () => {
      const hostile = [
        "/%",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/../../request",
        "/request%00",
        "/event/%00/",
        "/event/%F0%28%8C%28/",
        "/event/%ed%a0%80/",
        "/event/a%2Fb/",
        "/event/<script>/",
        "/event/\xff\xfe/",
        "/request;a=b",
        "/__proto__",
        "/constructor",
        "/event/__proto__/",
        "/event/constructor/",
        `/event/${"a".repeat(8000)}/`,
        `/${"a/".repeat(4000)}`,
        `/request?${"a=b&".repeat(3500)}`,
        `/request?${"[".repeat(8000)}`,
        "/?post_type=tribe_events&p=99999999999999999999",
        "/?post_type=tribe_events&p=-1",
        "/?post_type=tribe_events&p=1&p=2&post_type=x",
        "/events/category/////",
        "*",
      ];
      for (const target of hostile)
        for (const method of ["GET", "HEAD", "POST", "PUT"]) {
          const answer = await sendRaw(`${method} ${target}`);
          expect(Number(answer.slice(9, 12)), `${method} ${target.slice(0, 60)}`).to.be.within(200, 499);
          expect(answer).not.to.contain("root:");
        }
      expect((await calendar.get("//request")).status).to.equal(200);
    });
  });
}
