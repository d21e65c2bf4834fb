import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "chai";
import { calendar, vevent } from "../read/reading.ts";
import { NAMESPACE, STORAGES } from "../start-calendar.ts";
import { type Started, startImport } from "./start-import.ts";

const EVENTS = 60;
const ADMINISTRATOR = { id: 7, roles: ["administrator"] } as const;

for (const store of STORAGES)
  describe(`an import whose client has gone on ${store}`, () => {
    let started: Started;
    beforeEach(async () => {
      started = await startImport(store);
    });
    afterEach(() => started.close());

    it("ends between two events", async () => {
      const text = calendar(
        ...Array.from({ length: EVENTS }, (_, index) =>
          vevent(`e${index}`, `SUMMARY:Jazz ${index}`, "DTSTART:20310506T183000Z", "DTEND:20310506T210000Z"),
        ),
      );
      const source = createServer();
      const requested = once(source, "request") as Promise<[IncomingMessage, ServerResponse]>;
      await new Promise<void>((resolve) => source.listen(0, "127.0.0.1", resolve));
      const url = `http://127.0.0.1:${(source.address() as AddressInfo).port}/x.ics`;
      try {
        const sent = request(`${started.origin}${NAMESPACE}/import`, {
          method: "POST",
          headers: { "content-type": "application/json", authorization: "Test x", "x-role": "editor" },
        });
        sent.on("error", () => undefined);
        sent.end(JSON.stringify({ url }));
        const [, response] = await requested;
        const left = new Promise((resolve) => sent.on("close", resolve));
        sent.destroy();
        await left;
        // A response to another request shows that the server has noticed the closed connection.
        await started.request("editor", "GET", "/");
        response.writeHead(200, { "content-type": "text/calendar" }).end(text);
        // `close` resolves only when requests in progress have ended.
        await started.calendar.close();
        const later = await started.open();
        const { total } = await later.as(ADMINISTRATOR).events.list({ start_date: "2031-01-01" });
        expect(total).to.be.lessThan(EVENTS);
      } finally {
        source.closeAllConnections();
        source.close();
      }
    });
  });
