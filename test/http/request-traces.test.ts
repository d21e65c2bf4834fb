import type { DomainEvents, LogFields, RequestTrace, StoredDomainEvent } from "@kalends/core/interface";
import { expect } from "chai";
import type { ReportedRequest } from "kalends";
import { stores } from "../stores.ts";
import { type StartedCalendar, startCalendar } from "./start-calendar.ts";

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const SPAN = "00f067aa0ba902b7";
const TRACEPARENT = `00-${TRACE}-${SPAN}-01`;
const EVENT = { title: "Fair", start_date: "2031-05-01 10:00", end_date: "2031-05-01 12:00" };

for (const store of stores) {
  describe(`what is known of a request, on ${store.name}`, () => {
    let calendar: StartedCalendar;
    const lines: LogFields[] = [];
    const requests: ReportedRequest[] = [];
    const hooks: (RequestTrace | undefined)[] = [];
    const events: DomainEvents["event.created"][] = [];
    const stored: StoredDomainEvent[] = [];

    before(async () => {
      const log = (_message: string, fields: LogFields = {}) => void lines.push(fields);
      calendar = await startCalendar(store, {
        logger: { debug: log, info: log, warn: log, error: log },
        logLevel: "debug",
        onRequest: (request) => void requests.push(request),
        beforeSave: ({ trace }) => {
          hooks.push(trace);
          return undefined;
        },
        check: async ({ trace }) => {
          hooks.push(trace);
          return undefined;
        },
        listeners: [
          { durable: true, name: "notes", on: ["event.created"], handle: (event) => void stored.push(event) },
        ],
      });
      calendar.calendar.events.on("event.created", (change) => void events.push(change));
    });
    after(() => calendar.close());
    beforeEach(() => {
      for (const list of [lines, requests, hooks, events, stored]) list.length = 0;
    });

    const create = (headers: Readonly<Record<string, string>>) =>
      calendar.post("/events", { as: "administrator", headers, json: EVENT });

    it("names its trace in the log, to hooks, to listeners and to durable ones", async () => {
      const { status, headers } = await create({ traceparent: TRACEPARENT });
      expect(status).to.equal(201);
      const trace = { requestId: headers["x-request-id"], traceparent: TRACEPARENT };
      expect(requests.find(({ requestId }) => requestId === trace.requestId)).to.include(trace);
      expect(hooks.length).to.be.at.least(2);
      for (const seen of hooks) expect(seen).to.deep.equal(trace);
      const ofRequest = lines.filter(({ request }) => request === trace.requestId);
      expect(ofRequest.length).to.be.at.least(2);
      for (const line of ofRequest) expect(line).to.include({ trace_id: TRACE, span_id: SPAN });
      await calendar.calendar.deliverDue();
      expect(events.map(({ trace: seen }) => seen)).to.deep.equal([trace]);
      expect(stored.map(({ change }) => change.traceparent)).to.deep.equal([TRACEPARENT]);
    });

    it("reads later versions as the first, and takes nothing that is not well-formed", async () => {
      const taken: readonly (readonly [string, string | undefined])[] = [
        [`cc-${TRACE}-${SPAN}-03-what-comes-later`, TRACEPARENT],
        [`00-${TRACE}-${SPAN}-00`, `00-${TRACE}-${SPAN}-00`],
        [`00-${TRACE}-${SPAN}-01-more`, undefined],
        [`ff-${TRACE}-${SPAN}-01`, undefined],
        [`00-${"0".repeat(32)}-${SPAN}-01`, undefined],
        [`00-${TRACE}-${"0".repeat(16)}-01`, undefined],
        [TRACEPARENT.toUpperCase(), undefined],
        [`${TRACEPARENT}, ${TRACEPARENT}`, undefined],
        ["x".repeat(8000), undefined],
      ];
      for (const [traceparent] of taken) await calendar.get("/events", { headers: { traceparent } });
      const seen = requests.filter(({ route = "" }) => route.endsWith("/events"));
      expect(seen.map((request) => request.traceparent)).to.deep.equal(taken.map(([, expected]) => expected));
    });

    it("is named by every answer", async () => {
      const { headers: first } = await calendar.get("/events");
      const answers = await Promise.all(
        [
          ["/events", { headers: { "if-none-match": String(first.etag), "accept-encoding": "gzip" } }],
          ["/events/99999", {}],
          ["/nothing", {}],
          ["/events?per_page=x", {}],
          ["/events", { headers: { authorization: "Bearer no" } }],
          ["//", {}],
          ["//docs", {}],
          ["//healthz", {}],
          ["//readyz", {}],
          ["//nowhere", {}],
          ["//wp-json/media/2031/01/none.png", {}],
          ["//wp-json/kalends-calendar.js", {}],
        ].map(([path, sent]) => calendar.get(path as string, sent as object)),
      );
      expect(answers[0]?.status, String(first.etag)).to.equal(304);
      for (const { headers, status } of answers)
        expect(headers["x-request-id"], String(status)).to.match(/^[0-9a-f-]{36}$/);
    });

    it("has its timing on request of who may edit what others wrote, and of nobody else", async () => {
      const timing = async (as: string | undefined, prefer: string) =>
        (await calendar.get("/events", { ...(as !== undefined && { as }), headers: { prefer } })).headers[
          "server-timing"
        ];
      const FORM = /^total;dur=\d+\.\d, store;dur=\d+\.\d$/;
      expect(await timing("editor", "server-timing")).to.match(FORM);
      expect(await timing("administrator", "handling=lenient, Server-Timing")).to.match(FORM);
      expect(await timing("administrator", "handling=lenient")).to.equal(undefined);
      for (const other of ["author", "subscriber", undefined])
        expect(await timing(other, "server-timing"), other).to.equal(undefined);
    });
  });
}
