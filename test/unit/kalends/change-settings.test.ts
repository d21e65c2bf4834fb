import { expect } from "chai";
import { readConfig } from "kalends/internals";

const read = (environment: Readonly<Record<string, string>>) =>
  readConfig({ environment, options: {}, optionsName: "kalends.config.json" });

describe("KALENDS_CHANGE_STREAMS", () => {
  it("is a bound, and 100 by default", () => {
    expect(read({})).to.have.property("config").that.includes({ changeStreams: 100 });
    expect(read({ KALENDS_CHANGE_STREAMS: "0" }))
      .to.have.property("config")
      .that.includes({ changeStreams: 0 });
  });

  it("is refused when it is none", () => {
    for (const value of ["-1", "10001", "many"]) {
      expect(read({ KALENDS_CHANGE_STREAMS: value })).to.deep.include({
        problems: [`KALENDS_CHANGE_STREAMS must be an integer from 0 to 10000, not "${value}"`],
      });
    }
  });
});

describe("KALENDS_CHANGES", () => {
  it("is a switch, and off by default", () => {
    expect(read({})).to.have.property("config").that.includes({ changes: false });
    expect(read({ KALENDS_CHANGES: "1" }))
      .to.have.property("config")
      .that.includes({ changes: true });
    expect(read({ KALENDS_CHANGES: "sse" })).to.have.property("problems");
  });
});
