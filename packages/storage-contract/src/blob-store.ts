import { type BlobStore, isCalendarError } from "@kalends/core";
import { expect } from "chai";
import { collect, inPieces, readBlob, someBytes } from "./blobs.ts";
import { storeForEach } from "./opened.ts";

const MIB = 1024 * 1024;

/** Texts that are not valid blob names. On some systems, most of them would be paths outside of the store. */
const NO_NAMES: readonly string[] = [
  ..."|.|..|../outside|a/../b|/etc/passwd|a//b|a/|A.jpg|a\\b|a\0b|a b|ä|a\n|.hidden|a/.hidden|c:x|%2e%2e/x".split(
    "|",
  ),
  "a".repeat(201),
];

/**
 * Defines the tests that every blob store must pass. `open` must return a new, empty store each time. The
 * tests close it.
 */
export const blobStoreContract = (open: () => Promise<BlobStore>): void => {
  describe("BlobStore", () => {
    const store = storeForEach(open);
    keeping(store);
    names(store);
    failing(store);
    reading(store);
    listing(store);
  });
};

const keeping = (store: () => BlobStore): void => {
  it("gives back every byte, whatever it is", async () => {
    const bytes = Uint8Array.from({ length: 512 }, (_, index) => index % 256);
    expect(await store().put("2030/01/a-b_c.d.jpg", inPieces(bytes))).to.equal(true);
    expect(await store().size("2030/01/a-b_c.d.jpg")).to.equal(512);
    expect(await readBlob(store(), "2030/01/a-b_c.d.jpg")).to.deep.equal(Buffer.from(bytes));
  });

  it("keeps 10 MiB that come in pieces of odd lengths", async () => {
    const bytes = someBytes(10 * MIB);
    async function* source(): AsyncGenerator<Uint8Array> {
      for (let at = 0, length = 1; at < bytes.length; at += length, length = (length * 7) % 99_991)
        yield bytes.subarray(at, at + length);
    }
    expect(await store().put("large.png", source())).to.equal(true);
    expect(await store().size("large.png")).to.equal(bytes.length);
    expect((await readBlob(store(), "large.png"))?.equals(bytes)).to.equal(true);
  });

  it("keeps nothing at all, and empty pieces", async () => {
    expect(await store().put("empty", inPieces())).to.equal(true);
    expect(await store().size("empty")).to.equal(0);
    expect(await readBlob(store(), "empty")).to.have.length(0);
    const [none, some] = [new Uint8Array(0), someBytes(3)];
    expect(await store().put("gaps", inPieces(none, some, none, some, none))).to.equal(true);
    expect(await readBlob(store(), "gaps")).to.deep.equal(Buffer.concat([some, some]));
  });

  it("does not change what has a name, and says so", async () => {
    expect(await store().put("a/one", inPieces(someBytes(100, 1)))).to.equal(true);
    expect(await store().put("a/one", inPieces(someBytes(50, 2)))).to.equal(false);
    expect(await readBlob(store(), "a/one")).to.deep.equal(Buffer.from(someBytes(100, 1)));
    expect(await store().readAfter("", 10)).to.deep.equal(["a/one"]);
  });

  it("lets one of several writers have a name, whole", async () => {
    const sources = Array.from({ length: 6 }, (_, index) => someBytes(200_000, index + 1));
    const answers = await Promise.all(
      sources.map((bytes) =>
        store().put("same", inPieces(bytes.subarray(0, 70_000), bytes.subarray(70_000))),
      ),
    );
    expect(answers.filter((isKept) => isKept)).to.have.length(1);
    const winner = sources[answers.indexOf(true)] ?? new Uint8Array(0);
    expect((await readBlob(store(), "same"))?.equals(winner)).to.equal(true);
  });

  it("shows nothing of a blob before all of it is there", async () => {
    const seen: unknown[] = [];
    async function* source(): AsyncGenerator<Uint8Array> {
      yield someBytes(300_000);
      seen.push(
        await store().size("slow"),
        await store().read("slow"),
        await store().readAfter("", 10),
        await store().remove("slow"),
      );
      yield someBytes(10);
    }
    expect(await store().put("slow", source())).to.equal(true);
    expect(seen).to.deep.equal([undefined, undefined, [], false]);
    expect(await store().size("slow")).to.equal(300_010);
  });

  it("removes, once, and then takes other bytes", async () => {
    await store().put("a/one", inPieces(someBytes(10)));
    await store().put("a/two", inPieces(someBytes(20)));
    const answers = await Promise.all([store().remove("a/one"), store().remove("a/one")]);
    expect(answers).to.have.members([true, false]);
    await expectNone(store(), "a/one");
    expect(await store().readAfter("", 10)).to.deep.equal(["a/two"]);
    expect(await store().put("a/one", inPieces(someBytes(5, 9)))).to.equal(true);
    expect(await readBlob(store(), "a/one")).to.deep.equal(Buffer.from(someBytes(5, 9)));
    expect(await store().size("a/two")).to.equal(20);
  });
};

/** Expects that no blob has this name. */
const expectNone = async (store: BlobStore, name: string): Promise<void> => {
  expect(await store.size(name), name).to.equal(undefined);
  expect(await store.read(name), name).to.equal(undefined);
  expect(await store.remove(name), name).to.equal(false);
};

const names = (store: () => BlobStore): void => {
  it("takes a name of 200 characters, and segments that begin or end alike", async () => {
    const taken = [`${"a".repeat(99)}/${"b".repeat(100)}`, "1/x", "1/x.1", "1x", "1-x", "a.", "a..b", "a_"];
    for (const [index, name] of taken.entries())
      expect(await store().put(name, inPieces(someBytes(index + 1))), name).to.equal(true);
    for (const [index, name] of taken.entries()) expect(await store().size(name), name).to.equal(index + 1);
  });

  it("has nothing under what is no name, and keeps nothing there", async () => {
    await store().put("a/b", inPieces(someBytes(1)));
    for (const name of NO_NAMES) {
      await expectNone(store(), name);
      expect(await rejection(store().put(name, inPieces(someBytes(1)))), name).to.be.instanceOf(RangeError);
    }
    expect(await store().readAfter("", 10)).to.deep.equal(["a/b"]);
  });

  it("has nothing under the beginning of a name", async () => {
    await store().put("a/b/c", inPieces(someBytes(1)));
    for (const name of ["a", "a/b", "a/b/c/d", "a/b/cc"]) {
      await expectNone(store(), name);
    }
    expect(await store().size("a/b/c")).to.equal(1);
  });
};

const rejection = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

async function* brokenOff(bytes: Uint8Array, failure: Error): AsyncGenerator<Uint8Array> {
  yield bytes;
  throw failure;
}

const failing = (store: () => BlobStore): void => {
  it("keeps nothing when the source fails, and rejects with its error", async () => {
    const failure = new Error("broken off");
    expect(await rejection(store().put("broken", brokenOff(someBytes(400_000), failure)))).to.equal(failure);
    await expectNone(store(), "broken");
    expect(await store().readAfter("", 10)).to.deep.equal([]);
    expect(await store().put("broken", inPieces(someBytes(3)))).to.equal(true);
    expect(await store().size("broken")).to.equal(3);
  });

  it("keeps what it has when the source of other bytes fails", async () => {
    await store().put("one", inPieces(someBytes(10)));
    await rejection(store().put("one", brokenOff(someBytes(5, 2), new Error("broken off"))));
    expect(await readBlob(store(), "one")).to.deep.equal(Buffer.from(someBytes(10)));
  });
};

const reading = (store: () => BlobStore): void => {
  it("gives parts, both ends included", async () => {
    const bytes = Buffer.from(someBytes(300_000));
    await store().put("one", inPieces(bytes));
    for (const part of [
      "0-0",
      "299999-299999",
      "0-299999",
      "1-299998",
      "65535-65536",
      "100000-299999",
      "261119-261120",
    ]) {
      const [first = 0, last = 0] = part.split("-").map(Number);
      const read = await readBlob(store(), "one", { first, last });
      expect(read?.equals(bytes.subarray(first, last + 1)), part).to.equal(true);
    }
    expect(await store().read("other", { first: 0, last: 0 })).to.equal(undefined);
  });

  it("can be read by several at once, and by those who stop early or never begin", async () => {
    const bytes = Buffer.from(someBytes(2 * MIB));
    await store().put("one", inPieces(bytes));
    for (let round = 0; round < 30; round += 1) {
      const pieces = (await store().read("one")) ?? inPieces();
      await store().read("one");
      for await (const piece of pieces) {
        expect(bytes.subarray(0, piece.length).equals(piece)).to.equal(true);
        break;
      }
    }
    const all = await Promise.all(Array.from({ length: 4 }, () => readBlob(store(), "one")));
    expect(all.every((each) => each?.equals(bytes))).to.equal(true);
    expect(await store().remove("one")).to.equal(true);
  });

  it("never gives other bytes or less of them when they are removed meanwhile", async () => {
    const bytes = Buffer.from(someBytes(3 * MIB));
    for (const isBegun of [true, false]) {
      await store().put("one", inPieces(bytes));
      const pieces = ((await store().read("one")) ?? inPieces())[Symbol.asyncIterator]();
      const begun = isBegun ? [(await pieces.next()).value as Uint8Array] : [];
      expect(await store().remove("one")).to.equal(true);
      await store().put("one", inPieces(someBytes(3 * MIB, 2)));
      const rest = await collect({ [Symbol.asyncIterator]: () => pieces }).catch((error: unknown) => error);
      if (rest instanceof Buffer) {
        const all = Buffer.concat([...begun, rest]);
        const isOne = all.equals(bytes) || (!isBegun && all.equals(someBytes(3 * MIB, 2)));
        expect(isOne, `begun: ${isBegun}`).to.equal(true);
      } else expect(rest).to.satisfy(isCalendarError).and.have.property("code", "rest_storage_unavailable");
      await store().remove("one");
    }
  });
};

/**
 * Blob names in the order of their character codes: `-` and `.` come before `/`; digits and letters come
 * after it.
 */
const SORTED: readonly string[] =
  "0 10/1 2/1 a-b/c a.b a.b-/c a/a a/b-c a/b/a.png a/b/b.png a/b0 a0 a_ aa/x b".split(" ");

const listing = (store: () => BlobStore): void => {
  it("lists names in the order of character codes", async () => {
    for (const name of SORTED.toReversed()) await store().put(name, inPieces());
    expect(await store().readAfter("", 100)).to.deep.equal(SORTED);
    for (const [index, name] of SORTED.entries())
      expect(await store().readAfter(name, 100), name).to.deep.equal(SORTED.slice(index + 1));
  });

  it("lists at most so many, and goes on after any text", async () => {
    for (const name of SORTED) await store().put(name, inPieces());
    for (const [after, limit, names] of [
      ["", 1, ["0"]],
      ["a.b", 3, ["a.b-/c", "a/a", "a/b-c"]],
      ["a/b", 2, ["a/b-c", "a/b/a.png"]],
      ["a/", 1, ["a/a"]],
      ["a~", 2, ["b"]],
      ["../", 1, ["0"]],
      ["z", 5, []],
      ["", 0, []],
    ] as const)
      expect(await store().readAfter(after, limit), after).to.deep.equal(names);
  });
};
