import { expect } from "chai";
import { stores } from "../stores.ts";
import { NAMESPACE } from "./client.ts";
import { type StartedCalendar, startCalendar } from "./start-calendar.ts";

const EVENTS = 120;

interface SentPage {
  readonly changes: readonly { readonly id: number; readonly kind: string }[];
  readonly next_token: string;
  readonly has_more: boolean;
}

/** Returns the complete events of a stream, parsed by the rules of the standard. */
const pagesOf = (text: string): readonly (readonly [id: string, page: SentPage])[] =>
  text
    .split("\n\n")
    .slice(0, -1)
    .flatMap((event) => {
      const [, id = ""] = /^id: (.*)$/m.exec(event) ?? [];
      const [, data] = /^data: (.*)$/m.exec(event) ?? [];
      return data === undefined ? [] : [[id, JSON.parse(data) as SentPage] as const];
    });

const idsOf = ({ changes }: SentPage): readonly string[] => changes.map(({ kind, id }) => `${kind} ${id}`);

for (const store of stores) {
  describe(`streams of many changes on ${store.name}`, () => {
    let calendar: StartedCalendar;
    let begin: string;
    /** Records that a complete copy must contain. */
    let all: readonly string[];

    before(async () => {
      calendar = await startCalendar(store, { changes: true, maxPerPage: 500 });
      const requests = Array.from({ length: EVENTS }, (_, number) => ({
        method: "POST",
        path: "/events",
        body: {
          title: `Fair ${number}`,
          start_date: "2031-05-01 10:00",
          end_date: "2031-05-01 12:00",
          status: "publish",
        },
      }));
      for (let at = 0; at < EVENTS; at += 20) {
        const { body } = await calendar.post("/batch", {
          as: "editor",
          json: { requests: requests.slice(at, at + 20) },
        });
        for (const { status } of body.responses) expect(status).to.equal(201);
      }
      begin = (await calendar.get("/changes")).body.begin;
      all = idsOf((await calendar.get(`/changes?per_page=500&since=${begin}`)).body);
      expect(all).to.have.lengthOf(EVENTS);
    });
    after(() => calendar.close());

    /** Reads a stream until this number of bytes or the last record has arrived. Then closes the stream. */
    const read = async (lastEventId: string, bytes: number): Promise<string> => {
      const controller = new AbortController();
      const { body, status } = await fetch(`${calendar.origin}${NAMESPACE}/changes?per_page=500`, {
        headers: { accept: "text/event-stream", "last-event-id": lastEventId },
        signal: controller.signal,
      });
      expect(status).to.equal(200);
      let text = "";
      for await (const piece of (body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
        text += piece;
        if (text.length >= bytes || pagesOf(text).some(([, page]) => idsOf(page).includes(all.at(-1) ?? "")))
          break;
      }
      controller.abort();
      return text.slice(0, bytes);
    };

    it("are sent in pages that a slow client may keep waiting, all that there are", async () => {
      const pages = pagesOf(await read(begin, Number.POSITIVE_INFINITY)).map(([, page]) => page);
      expect(pages.length).to.be.at.least(3);
      for (const { changes } of pages) expect(changes.length).to.be.at.most(50);
      expect(pages.flatMap(idsOf)).to.deep.equal(all);
    });

    it("lose nothing when they are cut in the middle of pages, and go on by the last id", async () => {
      const seen = new Set<string>();
      let last = begin;
      for (
        let bytes = 1_000, time = 0;
        seen.size < EVENTS && time < 50;
        time += 1, bytes = (bytes * 7) % 300_007
      ) {
        for (const [id, page] of pagesOf(await read(last, bytes))) {
          for (const name of idsOf(page)) seen.add(name);
          expect(id).to.equal(page.next_token);
          last = id;
        }
      }
      expect([...seen]).to.deep.equal(all);
    });
  });
}
