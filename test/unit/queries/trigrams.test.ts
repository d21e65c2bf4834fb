import { trigrams } from "@kalends/core/storage";
import { expect } from "chai";

describe("trigrams of texts", () => {
  it("are all three characters that follow one another, by code point", () => {
    expect(trigrams("jazzy")).to.deep.equal(["jaz", "azz", "zzy"]);
    expect(trigrams("🎷ab🎺")).to.deep.equal(["🎷ab", "ab🎺"]);
    expect(["", "ab"].map((text) => trigrams(text))).to.deep.equal([[], []]);
  });

  it("are thinned out evenly, from the first to the last", () => {
    expect(trigrams("0123456789abc", 3)).to.deep.equal(["012", "567", "abc"]);
    expect(trigrams("0123456789abc", 1)).to.deep.equal(["012"]);
    expect(trigrams("0123456789abc", 11)).to.deep.equal(trigrams("0123456789abc"));
    for (let most = 1; most < 11; most += 1)
      expect(new Set(trigrams("0123456789abc", most)).size).to.equal(most);
  });
});
