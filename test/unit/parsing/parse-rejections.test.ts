import { setImmediate as nextEvent } from "node:timers/promises";
import { ANONYMOUS, type Parameters } from "@kalends/core";
import { parse } from "@kalends/core/internals";
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

  const faults = {
    "one that throws": (): never => {
      throw new Error("a fault of a plugin");
    },
    // A plugin in JavaScript can return these values.
    "one that answers no resolution": (): never => "text" as never,
    "one that answers null": (): never => null as never,
  };
  for (const [name, resolve] of Object.entries(faults)) {
    it(`leaves none behind that rejects where nobody catches it: ${name}`, async () => {
      const parameters: Parameters = {
        stored: { description: "", resolve: async () => Promise.reject(new Error("the store is away")) },
        broken: { description: "", resolve },
      };
      const operation = { method: "create" as const, parameters, permits: () => true, run: async () => {} };
      const error = await parse(operation, { stored: 1, broken: 1 }, ANONYMOUS).catch(
        (reason: unknown) => reason,
      );
      await nextEvent();
      expect(error).to.be.an("error");
      expect(uncaught.splice(0)).to.deep.equal([]);
    });
  }
});
