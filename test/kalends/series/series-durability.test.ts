import { OCCURRENCES_PER_WRITE } from "@kalends/core/storage";
import { expect } from "chai";
import { stores } from "../../stores.ts";
import { basic, createPlace, type Place, printedSecret, type Served } from "../kalends-process.ts";

/** Number of occurrences. A write stores them in more than one slice. */
const COUNT = OCCURRENCES_PER_WRITE + 30;
/** Number of changes that must be confirmed before the server is killed. */
const ENOUGH = 2;

for (const store of stores) {
  describe(`kalends serve, killed while it writes series, on ${store.name}`, () => {
    let place: Place;
    before(() => {
      place = createPlace(store);
    });
    after(() => place.clear());

    it("has each series as it was or as it was to be, with all its occurrences", async () => {
      const served = await place.spawnServer();
      const authorization = basic("admin", printedSecret(served.output));
      const send = createSend(served, authorization);
      const id = await send("POST", "/events", seriesAt(10));
      expect(id).to.be.a("number");
      let acknowledged = 0;
      const isServed: Promise<unknown>[] = [];
      await new Promise<void>((resolve) => {
        const count = (): void => {
          acknowledged += 1;
          if (acknowledged === 2 * ENOUGH) resolve();
        };
        const change = async (): Promise<void> => {
          for (let hour = 11; (await send("PATCH", `/events/${id}`, seriesAt(hour))) !== undefined; ) {
            hour = hour === 11 ? 12 : 11;
            count();
          }
        };
        const create = async (): Promise<void> => {
          while ((await send("POST", "/events", seriesAt(9))) !== undefined) count();
        };
        isServed.push(change(), create());
        // If both end too early, the check of the count fails.
        void Promise.all(isServed).then(() => resolve());
      });
      await served.end("SIGKILL");
      await Promise.all(isServed);
      expect(acknowledged).to.be.at.least(2 * ENOUGH);

      await place.onStore(async ({ events }) => {
        const all = await events.readAfter(0, 1000);
        expect(all.length).to.be.at.least(2);
        for (const series of all) {
          const rows = await events.occurrencesOf(series.id, "0000-00-00 00:00:00", 1000);
          const hour = series.schedule.start.slice(11);
          const starts = rows
            .filter(({ status }) => status === "publish")
            .map(({ schedule, occurrence }) => [
              schedule.start.slice(11),
              occurrence?.recurrenceId.slice(11),
            ]);
          expect(starts).to.deep.equal(Array.from({ length: COUNT }, () => [hour, hour]));
          expect(rows).to.have.length(COUNT);
        }
      });
    });
  });
}

/** Next year by the clock of the server, so that all occurrences are stored. */
const YEAR = new Date().getUTCFullYear() + 1;
const startAt = (hour: number): string => `${YEAR}-05-06 ${String(hour).padStart(2, "0")}:00:00`;

const seriesAt = (hour: number): object => ({
  title: "Jazz",
  start_date: startAt(hour),
  end_date: startAt(14),
  recurrence: { rules: [`FREQ=DAILY;COUNT=${COUNT}`] },
});

/**
 * Creates a function that sends a request. It resolves to the id of the event, or to `undefined` if the
 * server is gone.
 */
const createSend =
  (served: Served, authorization: string) =>
  async (method: string, path: string, json: object): Promise<number | undefined> => {
    try {
      const answer = await fetch(served.namespace + path, {
        method,
        headers: { authorization, "content-type": "application/json" },
        body: JSON.stringify(json),
      });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`unexpected status ${answer.status}: ${text}`);
      return (JSON.parse(text) as { readonly id: number }).id;
    } catch (error) {
      // `fetch` throws a `TypeError` if the connection breaks.
      if (error instanceof TypeError) return undefined;
      throw error;
    }
  };
