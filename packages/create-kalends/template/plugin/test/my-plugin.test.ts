import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "chai";
import { type Calendar, createCalendar } from "kalends";
import { plugin } from "../src/index.ts";

interface Answer {
  readonly message?: string;
  readonly events?: readonly Readonly<Record<string, unknown>>[];
}

describe("my-plugin", () => {
  let calendar: Calendar;
  let server: Server;
  let events: string;

  before(async () => {
    calendar = await createCalendar({ storage: "sqlite::memory:", plugins: [plugin()] });
    server = createServer(calendar.callback);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    events = `http://127.0.0.1:${(server.address() as AddressInfo).port}/wp-json/tribe/events/v1/events`;
    for (const my_plugin of ["low", "high"]) {
      await calendar.as({ id: 1, roles: ["editor"] }).events.create({
        title: `A ${my_plugin} one`,
        start_date: "2031-05-01 18:00",
        end_date: "2031-05-01 19:30",
        my_plugin,
      });
    }
  });
  after(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await calendar.close();
  });

  const list = async (query: string) => {
    const answer = await fetch(`${events}?start_date=2031-05-01&end_date=2031-05-31&${query}`);
    return { status: answer.status, body: (await answer.json()) as Answer };
  };

  it("finds events by the field and shows how long they last", async () => {
    const { body } = await list("my_plugin=high");
    expect(body.events).to.have.length(1);
    expect(body.events?.[0]).to.include({ title: "A high one", my_plugin: "high", my_plugin_minutes: 90 });
  });

  it("refuses values that are no choice", async () => {
    const { status, body } = await list("my_plugin=purple");
    expect(status).to.equal(400);
    expect(body.message).to.include("my_plugin");
  });
});
