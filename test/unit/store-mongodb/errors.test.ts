import { createRequire } from "node:module";
import { join } from "node:path";
import { isConflict, isLost, isUnknownCommit, toStoreError } from "@kalends/store-mongodb/internals";
import { expect } from "chai";
import * as driver from "mongodb";
import { createSecondCopies, type SecondCopies } from "../../second-copies.ts";

const { MongoError, MongoNetworkError, MongoServerError } = driver;

/** Error of the operating system for a connection whose other side has closed. The driver passes it on. */
const GONE = Object.assign(new Error("This socket has been ended by the other party"), { code: "EPIPE" });

class WaitQueueTimeoutError extends MongoError {
  override get name(): string {
    return "MongoWaitQueueTimeoutError";
  }
}

const OUT_OF_REACH: Readonly<Record<string, Error>> = {
  "a lost connection": new MongoNetworkError("closed"),
  "a connection that the system tells is gone": GONE,
  "connections that were all busy for too long": new WaitQueueTimeoutError("Timed out"),
  "a read that took too long": new MongoServerError({ code: 50, errmsg: "operation exceeded time limit" }),
};

describe("what the errors of a MongoDB database mean", () => {
  for (const [name, error] of Object.entries(OUT_OF_REACH)) {
    it(`tells of ${name} that the storage is out of reach`, () => {
      expect(toStoreError(error)).to.include({ code: "rest_storage_unavailable", cause: error });
    });
  }

  it("tells of a disk that is full that there is no room", () => {
    const error = new MongoServerError({ code: 14031, errmsg: "No space left on device" });
    expect(toStoreError(error)).to.include({ code: "rest_storage_full", cause: error });
  });

  it("tells any other error as it is", () => {
    for (const error of [new Error("EPIPE"), new TypeError("x is not a function"), new MongoError("no")]) {
      expect(toStoreError(error)).to.equal(error);
      expect(isConflict(error)).to.equal(false);
    }
  });

  it("lets a unit run again that has lost its connection, but commits again instead once it commits", () => {
    expect(isConflict(GONE)).to.equal(true);
    expect(isUnknownCommit(GONE)).to.equal(true);
    expect(isUnknownCommit(new MongoServerError({ code: 112, errmsg: "WriteConflict" }))).to.equal(false);
  });

  describe("of another copy of the driver", () => {
    let copies: SecondCopies;
    let copy: typeof driver;
    before(() => {
      copies = createSecondCopies("mongodb");
      copy = createRequire(join(copies.directory, "index.js"))("mongodb");
    });
    after(() => copies.remove());

    /** Creates an error of each class that the driver exports. */
    const everyErrorOf = (of: typeof driver): readonly Error[] =>
      Object.entries(of)
        .filter(([name]) => /^Mongo\w*Error$/.test(name))
        .toSorted(([one], [other]) => (one < other ? -1 : 1))
        .flatMap(([, Class]) => {
          // The constructors have different parameters. Classes that refuse these arguments are skipped.
          const Made = Class as new (...given: readonly unknown[]) => Error;
          const labels = [
            "TransientTransactionError",
            "RetryableWriteError",
            "UnknownTransactionCommitResult",
          ];
          const codes = [2, 11000, 50, 112];
          const given = [
            ["no"],
            ...codes.map((code) => [{ code, errmsg: "no", result: { writeConcernError: { code } } }, {}]),
            ...labels.map((label) => [{ errorLabels: [label], errmsg: "no" }, {}]),
          ];
          return given.flatMap((values) => {
            try {
              return [new Made(...values)];
            } catch {
              return [];
            }
          });
        });

    it("mean what those of this copy mean", () => {
      const meaningOf = (error: Error): unknown => [
        error.name,
        isConflict(error),
        isLost(error),
        isUnknownCommit(error),
        toStoreError(error) === error,
      ];
      const [theirs, ours] = [copy, driver].map((of) => everyErrorOf(of).map(meaningOf));
      expect(ours?.length).to.be.above(100);
      expect(theirs).to.deep.equal(ours);
      expect(everyErrorOf(copy).filter((error) => error instanceof MongoError)).to.deep.equal([]);
    });

    it("are known by their ancestors' names, too", () => {
      for (const { MongoError: Base, ...of } of [driver, copy]) {
        const lost = everyErrorOf(of as typeof driver).filter(
          (error) => error instanceof of.MongoNetworkError || error instanceof of.MongoSystemError,
        );
        expect(lost.length).to.be.above(2);
        for (const error of lost) expect(isLost(error), error.name).to.equal(true);
      }
    });

    it("are known in the bulk write that wraps them", () => {
      for (const of of [driver, copy]) {
        const lost = new of.MongoNetworkError("closed");
        // The driver creates the error in this way, although its types require a complete result.
        const wrapping = new of.MongoBulkWriteError(lost as never, {} as never);
        expect(isLost(wrapping)).to.equal(true);
        expect(isConflict(wrapping)).to.equal(false);
        lost.addErrorLabel("TransientTransactionError");
        expect(isConflict(wrapping)).to.equal(true);
        expect(toStoreError(wrapping)).to.include({ code: "rest_storage_unavailable", cause: lost });
        const duplicate = new of.MongoBulkWriteError({ code: 11000, message: "dup" } as never, {} as never);
        expect(isLost(duplicate)).to.equal(false);
        expect(isConflict(duplicate)).to.equal(true);
        expect(toStoreError(duplicate)).to.equal(duplicate);
      }
    });
  });
});
