import { FIRST_USER_NUMBER } from "@kalends/core/storage";
import { expect } from "chai";
import { type OpenStore, sorted, storeForEach } from "./opened.ts";

/** User ids of a host that stores must keep distinct. */
const HOSTILE = [
  ...[
    "a",
    "A",
    " a",
    "a ",
    "\u00e4",
    "a\u0308",
    "\u{1f600}",
    "a.b",
    "$set",
    "$$NOW",
    "__proto__",
    "constructor",
  ],
  ...[
    "7",
    "07",
    "1e3",
    "NULL",
    "'; DROP TABLE events",
    "x".repeat(200),
    "x".repeat(199),
    "\u{1f600}".repeat(100),
  ],
  ...["6b0a4e5c-7d0c-4d0e-9a3e-1f2d3c4b5a69", "507f1f77bcf86cd799439011"],
];

/**
 * Defines the tests for the numbers of host users that every store must pass. `open` must return a new, empty
 * store.
 */
export const userIdContract = (open: OpenStore): void => {
  describe("UserIds", () => {
    const store = storeForEach(open);

    it("give each text a number of its own, and the same each time", async () => {
      const { userIds } = store();
      const numbers: number[] = [];
      for (const hostId of HOSTILE) numbers.push(await userIds.numberOf(hostId));
      expect(new Set(numbers).size).to.equal(HOSTILE.length);
      expect(Math.min(...numbers)).to.be.at.least(FIRST_USER_NUMBER);
      expect(numbers.every(Number.isSafeInteger)).to.equal(true);
      for (const [index, hostId] of HOSTILE.entries())
        expect(await userIds.numberOf(hostId)).to.equal(numbers[index]);
      expect(await userIds.hostIdsOf([...numbers, ...numbers])).to.deep.equal(
        new Map(numbers.map((number, index) => [number, HOSTILE[index]])),
      );
    });

    it("give one number to all who ask for one text at once", async () => {
      for (const hostId of ["first", "second"]) {
        const asked = await Promise.all(Array.from({ length: 20 }, () => store().userIds.numberOf(hostId)));
        expect(new Set(asked).size).to.equal(1);
      }
      const many = Array.from({ length: 40 }, (_, index) => `user ${index % 20}`);
      const numbers = await Promise.all(many.map((hostId) => store().userIds.numberOf(hostId)));
      expect(new Set(numbers).size).to.equal(20);
      expect(await store().userIds.readAfter(0, 100)).to.have.length(22);
    });

    it("know no texts of other numbers", async () => {
      const { userIds } = store();
      const number = await userIds.numberOf("a");
      const others = [0, 1, -1, number + 1, 2 ** 53 - 1];
      expect(await userIds.hostIdsOf(others)).to.deep.equal(new Map());
      expect(await userIds.hostIdsOf([])).to.deep.equal(new Map());
      expect(await userIds.hostIdsOf([...others, number])).to.deep.equal(new Map([[number, "a"]]));
    });

    it("are read by number, part by part", async () => {
      const { userIds } = store();
      const numbers: number[] = [];
      for (const hostId of ["c", "a", "b"]) numbers.push(await userIds.numberOf(hostId));
      const all = await userIds.readAfter(0, 10);
      expect(all.map(({ number }) => number)).to.deep.equal(sorted(numbers));
      expect(await userIds.readAfter(0, 2)).to.deep.equal(all.slice(0, 2));
      expect(await userIds.readAfter(all[0]?.number ?? 0, 10)).to.deep.equal(all.slice(1));
    });

    it("come back from an archive, once, and later ones are above them", async () => {
      const { userIds } = store();
      const archived = { number: FIRST_USER_NUMBER + 500, hostId: "a" };
      expect(await userIds.restore(archived)).to.equal(true);
      expect(await userIds.restore(archived)).to.equal(true);
      expect(await userIds.restore({ number: FIRST_USER_NUMBER + 3, hostId: "b" })).to.equal(true);
      expect(await userIds.numberOf("a")).to.equal(archived.number);
      expect(await userIds.numberOf("c")).to.be.above(archived.number);
      expect(await userIds.restore({ ...archived, hostId: "d" })).to.equal(false);
      expect(await userIds.restore({ ...archived, number: FIRST_USER_NUMBER + 7 })).to.equal(false);
      expect(await userIds.readAfter(0, 10)).to.have.length(3);
    });

    it("stay when a unit of work around them fails", async () => {
      const { userIds } = store();
      const number = await userIds.numberOf("a");
      await store()
        .transaction(() => Promise.reject(new Error("halfway")))
        .catch(() => undefined);
      expect(await userIds.numberOf("a")).to.equal(number);
    });
  });
};
