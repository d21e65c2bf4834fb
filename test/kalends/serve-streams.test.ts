import { expect } from "chai";
import { type EventSourceAnswer, openEventSource } from "../http/event-source.ts";
import { stores } from "../stores.ts";
import { basic, createPlace, type Place, postEvent, printedSecret } from "./kalends-process.ts";

for (const store of stores) {
  describe(`kalends serve with KALENDS_CHANGES, on ${store.name}`, () => {
    let place: Place;
    beforeEach(() => {
      place = createPlace(store);
    });
    afterEach(() => place.clear());

    it("sends what any worker has written to streams of all, which end when it is stopped", async () => {
      const served = await place.spawnServer({ KALENDS_CHANGES: "1", KALENDS_WORKERS: "2" });
      // Connections go to the workers in turn.
      const streams: EventSourceAnswer[] = [];
      for (let count = 0; count < 4; count += 1) streams.push(await openEventSource(served.origin));
      await Promise.all(streams.map((stream) => stream.next()));
      const authorization = basic("admin", printedSecret(served.output));
      const created = await postEvent(served, authorization, { title: "Fair", status: "publish" });
      const { id } = (await created.json()) as { readonly id: number };
      for (const stream of streams) {
        const { changes } = await stream.nextChanges();
        expect(changes.map((change: { readonly id: number }) => change.id)).to.include(id);
      }
      const { code, errors } = await served.end("SIGTERM");
      expect(code, errors).to.equal(0);
      for (const { ended } of streams) expect(await ended).to.include({ isWhole: true });
    });
  });
}
