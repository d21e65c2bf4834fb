import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import {
  createCalendarSource,
  type Loaded,
  load,
  type Position,
  readOptions,
} from "@kalends/element/internals";
import { expect } from "chai";

const POSITION: Position = {
  view: "month",
  day: "2031-03-10",
  from: "2031-03-10",
  page: 1,
  filters: { search: "", category: "", tag: "" },
};

describe("the events of a month that the element loads", () => {
  let server: Server;
  let pages: number[];
  /** Number of events on each day of March. */
  let perDay: number;
  let failing: number | undefined;
  let announcesPages: boolean;

  beforeEach(async () => {
    [pages, perDay, failing, announcesPages] = [[], 10, undefined, true];
    server = createServer(({ url = "" }, response) => {
      const { searchParams } = new URL(url, "http://site");
      const [page, size] = [Number(searchParams.get("page")), Number(searchParams.get("per_page"))];
      pages.push(page);
      if (page === failing) {
        response.writeHead(503).end("{}");
        return;
      }
      const all = Array.from({ length: 31 * perDay }, (_, index) => {
        const day = String(Math.floor(index / perDay) + 1).padStart(2, "0");
        return {
          title: `${index}`,
          start_date: `2031-03-${day} 10:00:00`,
          end_date: `2031-03-${day} 11:00:00`,
        };
      });
      const isLast = page * size >= all.length;
      const body = {
        events: all.slice((page - 1) * size, page * size),
        total: all.length,
        ...(announcesPages && { total_pages: Math.ceil(all.length / size) }),
        // URL of a server behind a proxy. The client must not follow it.
        ...(!isLast && { next_rest_url: "http://inner.invalid/" }),
      };
      response.setHeader("content-type", "application/json").end(JSON.stringify(body));
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
  });
  afterEach(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  });

  const loadMonth = (): Promise<Loaded> => {
    const namespace = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`);
    const options = readOptions(() => null, ["en"]);
    const reader = { toText: String, language: "en", timezone: undefined, base: namespace.href };
    return load(createCalendarSource(namespace), POSITION, options, reader, new AbortController().signal);
  };

  for (const [how, isAnnounced] of [
    ["as many pages as are announced", true],
    ["on as long as a next page is named", false],
  ] as const) {
    it(`are all of them: it reads ${how}`, async () => {
      announcesPages = isAnnounced;
      const { events, total, missingFrom } = await loadMonth();
      expect(pages.sort((one, other) => one - other)).to.deep.equal([1, 2, 3, 4, 5, 6, 7]);
      expect([events.length, total, missingFrom]).to.deep.equal([310, 310, undefined]);
    });
  }

  it("are bounded, with the first day that may lack some", async () => {
    perDay = 100;
    const { events, total, missingFrom, canRetry } = await loadMonth();
    expect(pages).to.have.length(20);
    expect([events.length, total]).to.deep.equal([1000, 3100]);
    expect([events.at(-1)?.start, missingFrom, canRetry]).to.deep.equal([
      "2031-03-10 10:00:00",
      "2031-03-09",
      false,
    ]);
  });

  it("are those before a page that fails, and the others can be asked for again", async () => {
    failing = 4;
    const { events, missingFrom, canRetry } = await loadMonth();
    expect([events.length, missingFrom, canRetry]).to.deep.equal([150, "2031-03-14", true]);
  });

  it("are a failure if the first page is", async () => {
    failing = 1;
    const error = await loadMonth().catch((thrown: unknown) => thrown);
    expect(error).to.include({ kind: "failed", status: 503 });
  });
});
