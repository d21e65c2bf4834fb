import { expect } from "chai";
import { stores } from "../stores.ts";
import { basic, createPlace, type Place, postEvent, printedSecret, type Served } from "./kalends-process.ts";

/** Number of writers. Each sends its next event when the last one is confirmed. */
const WRITERS = 4;
const ENOUGH = 40;

for (const store of stores) {
  describe(`kalends serve, killed while it writes, on ${store.name}`, () => {
    let place: Place;
    before(() => {
      place = createPlace(store);
    });
    after(() => place.clear());

    it("has every acknowledged event after a restart, whole", async () => {
      const served = await place.spawnServer();
      const authorization = basic("admin", printedSecret(served.output));
      const acknowledged = new Map<number, string>();
      const { promise: enough, resolve } = withResolver();
      const write = async (writer: number): Promise<void> => {
        for (let number = 1; ; number += 1) {
          const title = `Event ${writer}.${number}`;
          const id = await acknowledgedId(served, authorization, title);
          if (id === undefined) return;
          acknowledged.set(id, title);
          if (acknowledged.size >= ENOUGH) resolve();
        }
      };
      const writers = Array.from({ length: WRITERS }, (_, writer) => write(writer));
      // If a writer ends too early, the check of the count fails.
      await Promise.race([enough, ...writers]);
      await served.end("SIGKILL");
      await Promise.all(writers);
      expect(acknowledged.size).to.be.at.least(ENOUGH);

      const again = await place.spawnServer();
      for (const [id, title] of acknowledged) {
        const answer = await fetch(`${again.namespace}/events/${id}`);
        expect(answer.status, title).to.equal(200);
        const event = (await answer.json()) as {
          readonly title: string;
          readonly venue: { readonly venue: string };
        };
        expect(event.title).to.equal(title);
        expect(event.venue.venue).to.equal(`Hall of ${title}`);
      }
      const next = await acknowledgedId(again, authorization, "One more");
      expect(acknowledged.has(next ?? 0)).to.equal(false);
      expect(next).to.be.greaterThan(Math.max(...acknowledged.keys()));
    });
  });

  /**
   * Creates an event with a new venue in one transaction. Returns the id of the event, or `undefined` if the
   * server is gone.
   */
  const acknowledgedId = async (
    served: Served,
    authorization: string,
    title: string,
  ): Promise<number | undefined> => {
    try {
      const answer = await postEvent(served, authorization, { title, venue: { venue: `Hall of ${title}` } });
      if (answer.status !== 201)
        throw new Error(`unexpected status ${answer.status}: ${await answer.text()}`);
      return ((await answer.json()) as { readonly id: number }).id;
    } catch (error) {
      // `fetch` throws a `TypeError` if the connection breaks.
      if (error instanceof TypeError) return undefined;
      throw error;
    }
  };

  const withResolver = (): { readonly promise: Promise<void>; readonly resolve: () => void } => {
    let resolve = (): void => {};
    const promise = new Promise<void>((done) => {
      resolve = done;
    });
    return { promise, resolve };
  };
}
