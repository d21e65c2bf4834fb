import { setImmediate as nextEvent } from "node:timers/promises";
import { ANONYMOUS, type Parameters, parse } from "@kalends/core";
import { expect } from "chai";

describe("parse, when a validator throws", () => {
  const caught = process.listeners("unhandledRejection");
  const uncaught: unknown[] = [];
  before(() => {
    process.removeAllListeners("unhandledRejection");
    process.on("unhandledRejection", (error) => uncaught.push(error));
  });
  after(() => {
    process.removeAllListeners("unhandledRejection");
    for (const listener of caught) process.on("unhandledRejection", listener);
  });

  it("leaves none behind that rejects where nobody catches it", async () => {
    const parameters: Parameters = {
      stored: { description: "", resolve: async () => Promise.reject(new Error("the store is away")) },
      broken: {
        description: "",
        resolve() {
          throw new Error("a fault of a plugin");
        },
      },
    };
    const operation = { method: "create" as const, parameters, permits: () => true, run: async () => {} };
    const error = await parse(operation, { stored: 1, broken: 1 }, ANONYMOUS).catch(
      (reason: unknown) => reason,
    );
    await nextEvent();
    expect(error).to.be.an("error");
    expect(uncaught).to.deep.equal([]);
  });
});
