import { expect } from "chai";
import type { Host } from "kalends-example-host-parts";
import { startTracedHost } from "../src/host.ts";
import { type EndedSpan, registerMemoryTracer } from "../src/memory-tracer.ts";

const EVENTS = "/wp-json/tribe/events/v1/events";

describe("the traced host", () => {
  const spans: EndedSpan[] = [];
  const waiting = new Set<() => void>();
  let host: Host;
  before(async () => {
    registerMemoryTracer((span) => {
      spans.push(span);
      for (const look of waiting) look();
    });
    host = await startTracedHost({ port: 0, storage: "sqlite::memory:" });
  });
  after(() => host.close());

  const isRequest = ({ attributes }: EndedSpan): boolean => "http.response.status_code" in attributes;

  /**
   * Sends a request and returns its spans: child spans first, then the span of the request itself. Store
   * calls of background jobs have no parent span and are left out.
   */
  const traceOf = async (path: string): Promise<readonly EndedSpan[]> => {
    spans.length = 0;
    const ended = new Promise<void>((resolve) => {
      waiting.add(() => {
        if (spans.some(isRequest)) resolve();
      });
    });
    await (await fetch(host.origin + path)).text();
    await ended;
    waiting.clear();
    return [...spans.filter(({ parent }) => parent !== undefined), ...spans.filter(isRequest)];
  };

  it("has a span for each request, named after its route, and in it one for each call of the store", async () => {
    const trace = await traceOf(`${EVENTS}/7`);
    const request = trace.at(-1);
    expect(request?.name).to.equal(`GET ${EVENTS}/{id}`);
    expect(request?.attributes).to.include({
      "http.route": `${EVENTS}/{id}`,
      "http.response.status_code": 404,
    });
    expect(request?.attributes).to.include.all.keys("kalends.request.id", "kalends.store.duration");
    const calls = trace.slice(0, -1);
    expect(calls.map(({ name, failed }) => [name, failed])).to.deep.include(["events.find", false]);
    expect(new Set(calls.map(({ parent }) => parent))).to.deep.equal(new Set(["GET"]));
  });

  it("leaves the names of requests alone that the calendar knows nothing of", async () => {
    expect((await traceOf("/nothing")).map(({ name }) => name)).to.deep.equal(["GET"]);
  });
});
