import type { Clock } from "@kalends/core";
import type { StoreWithAccounts } from "@kalends/core/storage";
import { expect } from "chai";
import { createSignInHistory } from "kalends/internals";
import { stores } from "../stores.ts";

const HOUR = 60 * 60_000;

for (const testStore of stores) {
  describe(`requests for one-time links, on ${testStore.name}`, () => {
    let store: StoreWithAccounts;
    let now = 1_900_000_000_000;
    const clock: Clock = { now: () => now };
    const timers = { after: () => () => {} };
    before(async () => {
      store = await testStore.open();
    });
    after(() => store.close());

    /** Requests as counted by one of several processes. */
    const requests = () => createSignInHistory({ store, clock, timers }).requests;

    it("are limited for each source, in all processes", async () => {
      for (let count = 0; count < 20; count += 1)
        expect(await requests().add("link", "192.0.2.1"), String(count)).to.equal(undefined);
      expect(await requests().add("link", "192.0.2.1")).to.equal(3_600);
      expect(await requests().add("link", "192.0.2.2")).to.equal(undefined);
      now += HOUR;
      expect(await requests().add("link", "192.0.2.1")).to.equal(undefined);
    });

    it("cause at most three mails an hour to an address", async () => {
      const results: (number | undefined)[] = [];
      for (let count = 0; count < 4; count += 1) results.push(await requests().add("mail", "a@example.org"));
      expect(results).to.deep.equal([undefined, undefined, undefined, 3_600]);
    });
  });
}
