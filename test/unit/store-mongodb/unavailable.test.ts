import { isConflict, isUnknownCommit, told } from "@kalends/store-mongodb/internals";
import { expect } from "chai";
import { MongoError, MongoNetworkError, MongoServerError } from "mongodb";

/** The driver passes on what the system says of a connection whose other end has gone. */
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
      expect(told(error)).to.include({ code: "rest_storage_unavailable", cause: error });
    });
  }

  it("tells any other error as it is", () => {
    for (const error of [new Error("EPIPE"), new TypeError("x is not a function"), new MongoError("no")]) {
      expect(told(error)).to.equal(error);
      expect(isConflict(error)).to.equal(false);
    }
  });

  it("lets a unit run again that has lost its connection, but commits again instead once it commits", () => {
    expect(isConflict(GONE)).to.equal(true);
    expect(isUnknownCommit(GONE)).to.equal(true);
    expect(isUnknownCommit(new MongoServerError({ code: 112, errmsg: "WriteConflict" }))).to.equal(false);
  });
});
