import { connect } from "node:net";
import { expect } from "chai";
import { type Calendar, createCalendar } from "kalends";
import Koa from "koa";
import { CLOCK, type HostServer, listen } from "./host-server.ts";

const EVENTS = "/wp-json/tribe/events/v1/events";

describe("requests that come on one connection at once", () => {
  let calendar: Calendar;
  let server: HostServer;
  let release: (() => void)[];
  let arrived: number;

  /** Starts a host with a calendar. The host holds some requests until they are released. */
  beforeEach(async () => {
    release = [];
    arrived = 0;
    calendar = await createCalendar({ storage: "sqlite::memory:", scheduler: false, clock: CLOCK });
    const app = new Koa();
    app.use(async (ctx, next) => {
      arrived += 1;
      if (ctx.query.held !== undefined) await new Promise<void>((resolve) => release.push(resolve));
      return next();
    });
    app.use(calendar.middleware).use((ctx) => {
      ctx.body = `host ${ctx.path}`;
    });
    server = await listen(app.callback());
  });
  afterEach(async () => {
    await server.close();
    await calendar.close();
  });

  const send = async (...paths: readonly string[]): Promise<readonly string[]> => {
    const socket = connect(Number(new URL(server.origin).port), "127.0.0.1");
    socket.write(
      paths
        .map((path, at) => {
          const last = at === paths.length - 1 ? "Connection: close\r\n" : "";
          return `GET ${path} HTTP/1.1\r\nHost: a\r\n${last}\r\n`;
        })
        .join(""),
    );
    while (arrived < paths.length) await new Promise(setImmediate);
    // After these turns of the event loop, all requests that are not held have reached the calendar.
    for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate);
    for (const resolve of release.toReversed()) {
      resolve();
      for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate);
    }
    let text = "";
    for await (const bytes of socket) text += String(bytes);
    return text
      .split(/(?=HTTP\/1\.1 )/)
      .map((answer) => /host \/\w+/.exec(answer)?.[0] ?? /per_page=\d/.exec(answer)?.[0] ?? answer);
  };

  it("are answered in their order, though the host holds the first one", async () => {
    const answers = await send(`${EVENTS}?per_page=1&held`, `${EVENTS}?per_page=2`, `${EVENTS}?per_page=3`);
    expect(answers).to.deep.equal(["per_page=1", "per_page=2", "per_page=3"]);
  });

  it("are answered in their order, though the host hands them on in the opposite one", async () => {
    const answers = await send(
      ...[1, 2, 3].map((size) => `${EVENTS}?per_page=${size}&held`),
      "/own?held",
      `${EVENTS}?per_page=4`,
    );
    expect(answers).to.deep.equal(["per_page=1", "per_page=2", "per_page=3", "host /own", "per_page=4"]);
  });

  it("are answered after one that the host answers itself", async () => {
    const answers = await send("/own?held", `${EVENTS}?per_page=2&held`, "/other", `${EVENTS}?per_page=3`);
    expect(answers).to.deep.equal(["host /own", "per_page=2", "host /other", "per_page=3"]);
  });
});
