import { expect } from "chai";
import { createCalendar, type OperatorError } from "kalends";
import { readConfig } from "kalends/internals";

const read = (environment: Readonly<Record<string, string>>) =>
  readConfig({ environment, options: {}, optionsName: "options" });

describe("KALENDS_COLLECTION_PREFIX", () => {
  it("is for a storage at a MongoDB address", () => {
    for (const scheme of ["mongodb", "mongodb+srv"]) {
      const reading = read({
        KALENDS_STORAGE: `${scheme}://localhost/kalends`,
        KALENDS_COLLECTION_PREFIX: "north_",
      });
      expect("config" in reading && reading.config.collectionPrefix).to.equal("north_");
    }
  });

  it("is refused by its name where it could not be used", async () => {
    const problem =
      "KALENDS_COLLECTION_PREFIX only works with a MongoDB address (mongodb://...): a SQLite file contains one calendar";
    for (const environment of [{}, { KALENDS_STORAGE: "sqlite::memory:" }])
      expect(read({ ...environment, KALENDS_COLLECTION_PREFIX: "north_" })).to.deep.include({
        problems: [problem],
      });
    const error = await createCalendar({ collectionPrefix: "north_", storage: "sqlite::memory:" }).catch(
      (reason: unknown) => reason,
    );
    expect((error as OperatorError).problems[0]).to.match(
      /createCalendar: collectionPrefix only works with a MongoDB address/,
    );
  });

  it("has the characters that collections have", () => {
    for (const prefix of ["system.a", "a$b", "a b", "\u00e4", "x".repeat(65)]) {
      const reading = read({
        KALENDS_STORAGE: "mongodb://localhost/kalends",
        KALENDS_COLLECTION_PREFIX: prefix,
      });
      expect("problems" in reading && reading.problems[0], prefix).to.match(
        /KALENDS_COLLECTION_PREFIX must have up to 64 letters, digits/,
      );
    }
  });
});
