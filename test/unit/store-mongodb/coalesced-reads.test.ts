import { createCoalescer, createLookUp } from "@kalends/store-mongodb/internals";
import { expect } from "chai";
import { BSON, type Document } from "mongodb";

/** Milliseconds for which the store collects reads to send them together. */
const MOMENT = 5;

interface Deferred {
  readonly promise: Promise<void>;
  resolve(): void;
  reject(error: Error): void;
}

const defer = (): Deferred => {
  let deferred: Pick<Deferred, "resolve" | "reject"> = { resolve: () => {}, reject: () => {} };
  const promise = new Promise<void>((resolve, reject) => {
    deferred = { resolve, reject };
  });
  return { promise, ...deferred };
};

/** Lets all other pending work run. */
const others = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe("what several ask a MongoDB store at once", () => {
  describe("createCoalescer", () => {
    let stored: string;
    let reads: Deferred[];
    let ask: () => Promise<string>;

    beforeEach(() => {
      stored = "old";
      reads = [];
      const coalesce = createCoalescer(MOMENT);
      ask = () =>
        coalesce("question", async () => {
          const seen = stored;
          const read = defer();
          reads.push(read);
          await read.promise;
          return seen;
        });
    });

    it("answers those who come later together, with what was written before they asked", async () => {
      const first = ask();
      stored = "new";
      const later = [ask(), ask(), ask()];
      reads[0]?.resolve();
      await others();
      reads[1]?.resolve();
      expect(await first).to.equal("old");
      expect(await Promise.all(later)).to.deep.equal(["new", "new", "new"]);
      expect(reads).to.have.length(2);
    });

    it("does not let those fail who asked later than one who failed", async () => {
      const first = ask().catch((error: Error) => error.message);
      const later = ask();
      reads[0]?.reject(new Error("The server is away"));
      await others();
      reads[1]?.resolve();
      expect(await first).to.equal("The server is away");
      expect(await later).to.equal("old");
    });

    it("keeps nothing", async () => {
      for (const text of ["one", "two"]) {
        stored = text;
        const answer = ask();
        reads.at(-1)?.resolve();
        expect(await answer).to.equal(text);
      }
    });

    it("does not wait for a read that nobody answers", async () => {
      void ask();
      const later = ask();
      while (reads.length < 2) await others();
      reads[1]?.resolve();
      expect(await later).to.equal("old");
    });
  });

  describe("createLookUp", () => {
    let asked: { readonly ids: readonly number[]; readonly answer: Deferred }[];
    let find: (ids: readonly number[]) => Promise<readonly Document[]>;

    beforeEach(() => {
      asked = [];
      const collection = {
        collectionName: "venues",
        find: ({ _id }: { readonly _id: number | { readonly $in: readonly number[] } }) => ({
          async toArray() {
            const ids = typeof _id === "number" ? [_id] : _id.$in;
            const answer = defer();
            asked.push({ ids, answer });
            await answer.promise;
            return ids.filter((id) => id < 900).map((id) => BSON.serialize({ _id: id }));
          },
        }),
      };
      const lookUp = createLookUp(MOMENT);
      // Cast: a lookup needs only this part of a collection.
      const wanted = { collection } as unknown as Parameters<typeof lookUp>[0];
      find = async (ids) => (await lookUp({ ...wanted, ids })).map((bytes) => BSON.deserialize(bytes));
    });

    it("sends together what is asked for while a command is under way, and gives everybody his own", async () => {
      const first = find([1]);
      await others();
      const later = [find([2, 999]), find([2, 3]), find([1])];
      asked[0]?.answer.resolve();
      await others();
      asked[1]?.answer.resolve();
      expect(await first).to.deep.equal([{ _id: 1 }]);
      expect(await Promise.all(later)).to.deep.equal([[{ _id: 2 }], [{ _id: 2 }, { _id: 3 }], [{ _id: 1 }]]);
      expect(asked.map(({ ids }) => ids)).to.deep.equal([[1], [2, 999, 3, 1]]);
    });

    it("sends long lists side by side", async () => {
      const ids = Array.from({ length: 1000 }, (_, index) => index);
      const answers = [find(ids), find(ids), find([1])];
      await others();
      expect(asked.map((command) => command.ids.length)).to.deep.equal([1000, 1000, 1]);
      for (const { answer } of asked) answer.resolve();
      expect((await Promise.all(answers)).map((found) => found.length)).to.deep.equal([900, 900, 1]);
    });

    it("fails whom a failed command was sent for, and nobody later", async () => {
      const first = find([1]).catch((error: Error) => error.message);
      await others();
      const later = find([2]);
      asked[0]?.answer.reject(new Error("The server is away"));
      await others();
      asked[1]?.answer.resolve();
      expect(await first).to.equal("The server is away");
      expect(await later).to.deep.equal([{ _id: 2 }]);
    });

    it("does not wait for a command that nobody answers", async () => {
      void find([1]);
      await others();
      const later = find([2]);
      while (asked.length < 2) await others();
      asked[1]?.answer.resolve();
      expect(await later).to.deep.equal([{ _id: 2 }]);
    });
  });
});
