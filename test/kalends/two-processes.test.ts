import { expect } from "chai";
import { stores } from "../stores.ts";
import { basic, createPlace, type Place, postEvent, printedSecret, type Served } from "./kalends-process.ts";

const WRITES = 30;

for (const store of stores) {
  // rules/interface.md#kept-answers
  describe(`two processes on one storage, on ${store.name}`, () => {
    let place: Place;
    before(() => {
      place = createPlace(store);
    });
    after(() => place.clear());

    it("show to everybody at once what either of them has acknowledged", async () => {
      const one = await place.spawnServer();
      const authorization = basic("admin", printedSecret(one.output));
      const other = await place.spawnServer();
      const totalOf = async ({ namespace }: Served): Promise<unknown> => {
        const answer = await fetch(
          `${namespace}/events?start_date=2000-01-01&end_date=2100-01-01&per_page=1`,
        );
        return ((await answer.json()) as { readonly total: unknown }).total;
      };
      for (let count = 1; count <= WRITES; count += 1) {
        const [writer, reader] = count % 2 === 0 ? [one, other] : [other, one];
        const { status } = await postEvent(writer, authorization, { title: `Event ${count}` });
        expect(status).to.equal(201);
        // The second response of each process comes from its cache.
        for (const served of [reader, reader, writer, writer]) expect(await totalOf(served)).to.equal(count);
      }
    });
  });
}
