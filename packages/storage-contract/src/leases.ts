import type { Store } from "@kalends/core/storage";
import { expect } from "chai";
import { LONG, type OpenStore, storeForEach } from "./opened.ts";

/**
 * Lease times in milliseconds: one longer than any test, and one so short that a test can wait for its end.
 */
const [LASTING, SHORT] = [3_600_000, 40];

const HOSTILE = [
  "a.b",
  "$set",
  "$$NOW",
  "__proto__",
  "constructor",
  " a",
  "A",
  "\u00e4",
  "\u{1f600}",
  "x".repeat(200),
];

/** Defines the tests for leases that every store must pass. `open` must return a new, empty store. */
export const leaseContract = (open: OpenStore): void => {
  describe("Leases", () => {
    const store = storeForEach(open);

    it("have one owner at a time, each name for itself", async () => {
      const { leases } = store();
      expect(await leases.acquire("one", "a", LASTING)).to.equal(true);
      expect(await leases.acquire("one", "b", LASTING)).to.equal(false);
      expect(await leases.acquire("two", "b", LASTING)).to.equal(true);
      expect(await leases.acquire("one", "a", LASTING)).to.equal(true);
      expect(await leases.acquire("two", "a", LASTING)).to.equal(false);
    });

    it("are given back by their owners alone", async () => {
      const { leases } = store();
      await leases.release("one", "a");
      await leases.acquire("one", "a", LASTING);
      await leases.release("one", "b");
      expect(await leases.acquire("one", "b", LASTING)).to.equal(false);
      await leases.release("one", "a");
      expect(await leases.acquire("one", "b", LASTING)).to.equal(true);
      await leases.release("one", "a");
      expect(await leases.acquire("one", "a", LASTING)).to.equal(false);
    });

    it("end when their time is over, and not before", async () => {
      const { leases } = store();
      await leases.acquire("short", "a", SHORT);
      await leases.acquire("lasting", "a", LASTING);
      await acquireEventually(store(), "short", "b");
      expect(await leases.acquire("lasting", "b", LASTING)).to.equal(false);
      expect(await leases.acquire("short", "a", LASTING)).to.equal(false);
      await leases.release("short", "a");
      expect(await leases.acquire("short", "a", LASTING)).to.equal(false);
    }).timeout(LONG);

    it("last from when they were renewed, for longer or for less", async () => {
      const { leases } = store();
      await leases.acquire("longer", "a", SHORT);
      await leases.acquire("longer", "a", LASTING);
      await leases.acquire("less", "a", LASTING);
      await leases.acquire("less", "a", SHORT);
      await acquireEventually(store(), "less", "b");
      expect(await leases.acquire("longer", "b", LASTING)).to.equal(false);
    }).timeout(LONG);

    it("go to one of many who want them at once", async () => {
      for (const name of ["first", "second"]) {
        const owners = Array.from({ length: 20 }, (_, number) => `owner ${number}`);
        const answers = await Promise.all(
          owners.map((owner) => store().leases.acquire(name, owner, LASTING)),
        );
        expect(answers.filter(Boolean)).to.have.length(1);
      }
    });

    it("take any text as a name or an owner", async () => {
      const { leases } = store();
      for (const text of HOSTILE) {
        expect(await leases.acquire(text, text, LASTING), text).to.equal(true);
        expect(await leases.acquire(text, text, LASTING), text).to.equal(true);
        expect(await leases.acquire(text, "another", LASTING), text).to.equal(false);
      }
      for (const text of HOSTILE) {
        await leases.release(text, text);
        expect(await leases.acquire(text, "another", LASTING), text).to.equal(true);
      }
    });
  });
};

/** Tries to acquire a lease repeatedly, until the lease of another owner has expired. */
export const acquireEventually = async ({ leases }: Store, name: string, owner: string): Promise<void> => {
  while (!(await leases.acquire(name, owner, LASTING))) await new Promise(setImmediate);
};
