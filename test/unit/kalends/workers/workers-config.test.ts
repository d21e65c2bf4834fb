import { expect } from "chai";
import { readConfig } from "kalends/internals";

describe("configuration of several processes", () => {
  const read = (workers: string) =>
    readConfig({
      environment: { KALENDS_STORAGE: "sqlite::memory:", KALENDS_WORKERS: workers },
      options: {},
      optionsName: "kalends.config.json",
    });

  it("lets them share no database in memory", () => {
    expect(read("2")).to.deep.include({
      problems: ["KALENDS_WORKERS must be 1, because sqlite::memory: exists in the memory of one process"],
    });
  });

  it("leaves it to one", () => {
    expect(read("1")).to.have.property("config").that.includes({ workers: 1 });
  });
});
