import type { LiveSourceOptions } from "@kalends/import";
import { expect } from "chai";
import { fakeRecords } from "../fake-records.ts";
import {
  answerError,
  answerJson,
  type FakeRequest,
  type FakeServer,
  startFakeServer,
} from "../fake-server.ts";
import { isPage, readEvents } from "../live.ts";

describe("a live server that goes wrong", () => {
  let server: FakeServer;
  let waited: number[];
  beforeEach(async () => {
    server = await startFakeServer(fakeRecords({ events: 120 }));
    waited = [];
  });
  afterEach(() => server.close());

  const read = (options: Partial<LiveSourceOptions> = {}) =>
    readEvents(server, options, { wait: async (milliseconds) => void waited.push(milliseconds) });
  /** Makes the server respond differently to requests for page 2, for `times` requests or always. */
  const onPage2 = (answer: (asked: FakeRequest) => unknown, times = Number.POSITIVE_INFINITY): void => {
    let count = 0;
    server.misbehave((asked) => {
      if (!isPage(2, asked) || count >= times) return false;
      count += 1;
      answer(asked);
      return true;
    });
  };
  const withText = (status: number, type: string, body: string) => (asked: FakeRequest) =>
    asked.response.writeHead(status, { "content-type": type }).end(body);
  const truncated = withText(200, "application/json", '{"events":[{"id":');
  const all = (): readonly number[] => server.records.events.map(({ id }) => id);

  describe("for a while is asked again", () => {
    for (const [name, answer] of [
      ["is busy", (asked: FakeRequest) => answerError(asked, 503, "busy")],
      ["fails", (asked: FakeRequest) => answerError(asked, 500, "internal_server_error")],
      ["shows a page for people", withText(200, "text/html", "<h1>Back soon</h1>")],
      ["sends JSON that ends too early", truncated],
      ["hangs up", ({ response }: FakeRequest) => response.destroy()],
      [
        "breaks off",
        ({ response }: FakeRequest) => {
          response.writeHead(200, { "content-type": "application/json", "content-length": 1000 });
          response.write('{"events":');
          setImmediate(() => response.destroy());
        },
      ],
    ] as const)
      it(`where it ${name}`, async () => {
        onPage2(answer, 2);
        expect((await read()).ids).to.deep.equal(all());
        expect(waited).to.deep.equal([1000, 2000]);
      });

    it("not before it wants to be", async () => {
      const dated = new Date(Date.UTC(2031, 0, 1, 0, 2)).toUTCString();
      for (const [value, pause] of [
        ["7", 7000],
        [dated, 120_000],
        ["soon", 1000],
      ] as const) {
        onPage2((asked) => answerJson(asked, 429, {}, { "retry-after": value }), 1);
        expect((await read()).ids).to.have.length(120);
        expect(waited.splice(0), value).to.deep.equal([pause]);
      }
    });

    it("where it is too slow", async () => {
      onPage2(() => undefined, 1);
      expect((await read({ timeoutSeconds: 0.2 })).ids).to.deep.equal(all());
    });
  });

  describe("ends the import in one line, and keeps what came before", () => {
    const expectLine = async (wanted: string, options: Partial<LiveSourceOptions> = {}): Promise<void> => {
      const { ids, problem } = await read(options);
      expect(problem).to.contain(wanted);
      expect(problem.split("\n")).to.have.length(1);
      expect(ids).to.deep.equal(all().slice(0, 50));
    };

    it("where it shows pages for people instead of JSON", async () => {
      onPage2(withText(200, "text/html; charset=utf-8", "<h1>Back soon</h1>"));
      await expectLine("/events?start_date=1900-01-01+00%3A00%3A00");
      await expectLine("it answers with text/html instead of JSON.");
      expect(waited.slice(0, 4)).to.deep.equal([1000, 2000, 4000, 8000]);
    });

    it("where its JSON breaks off, at any length of page", async () => {
      onPage2(truncated);
      server.misbehave((asked) => {
        if (asked.path !== "events" || isPage(1, asked)) return false;
        truncated(asked);
        return true;
      });
      await expectLine("its JSON is invalid or incomplete");
    });

    it("where its JSON is something else", async () => {
      for (const body of ["[]", "7", '{"events":{"a":1}}', "{}"]) {
        onPage2(withText(200, "application/json", body));
        await expectLine("it has no events");
      }
    });

    it("where it would do harm to terminals or stacks", async () => {
      onPage2((asked) => answerError(asked, 403, "\u001b[2Jrest\u0007"));
      const { problem } = await read();
      expect(problem)
        .to.contain("rest")
        .and.not.match(/\p{Cc}/u);
      onPage2(withText(200, "application/json", `{"events":[${"[".repeat(100_000)}${"]".repeat(100_000)}]}`));
      // The failed page is requested again in halves, which succeed.
      expect((await read()).ids).to.deep.equal(all());
    });

    it("where it asks for a long pause", async () => {
      onPage2((asked) => answerJson(asked, 429, {}, { "retry-after": "3600" }));
      await expectLine("status 429 and requests a pause of 60 minutes");
      onPage2((asked) => answerJson(asked, 429, {}, { "retry-after": "999999999999" }));
      await expectLine("status 429 and requests a pause of 16666666667 minutes");
      expect(waited).to.deep.equal([]);
    });

    it("where it compresses in a way that nobody reads", async () => {
      onPage2((asked) => {
        asked.response.setHeader("content-encoding", "compress");
        withText(200, "application/json", "\u001f\u008b")(asked);
      });
      await expectLine("it is compressed (compress), which was not requested.");
      expect(waited).to.deep.equal([]);
    });

    it("where it refuses", async () => {
      onPage2((asked) => answerError(asked, 403, "rest_forbidden"));
      await expectLine("status 403, rest_forbidden");
      onPage2(withText(403, "text/html", "no"));
      await expectLine("text/html instead of JSON (status 403)");
      onPage2((asked) => answerError(asked, 401, "rest_login"));
      await expectLine("set a user with --user");
    });

    it("where it redirects in a circle, or into an inner network", async () => {
      const to = (location: string) => (asked: FakeRequest) =>
        asked.response.writeHead(302, { location }).end();
      onPage2((asked) => to(asked.url.href)(asked));
      await expectLine("redirects too many times");
      for (const inner of ["http://169.254.169.254/latest", "http://127.0.0.1/", "http://[::1]:8080/"]) {
        onPage2(to(inner));
        await expectLine("has no public address");
      }
    });

    it("where its pages do not end", async () => {
      let id = 1000;
      server.misbehave((asked) => {
        if (asked.path !== "events" || isPage(1, asked)) return false;
        const events = Array.from({ length: 50 }, () => {
          id += 1;
          return { id, start_date: "2031-01-01 10:00:00" };
        });
        return answerJson(asked, 200, { events, total: 120, next_rest_url: "https://old.example/next" });
      });
      const { ids, problem } = await read();
      expect(problem).to.contain("the list of events does not end; it announces 120, and 1250 have come");
      expect(ids.slice(0, 50)).to.deep.equal(all().slice(0, 50));
    });

    it("where it shows one page again and again", async () => {
      server.misbehave((asked) => {
        if (asked.path !== "events") return false;
        return answerJson(asked, 200, { events: server.records.events.slice(0, 50), total: 120 });
      });
      await expectLine("shows the records of an earlier page again: 50 of 120 events could be read");
    });
  });
});
