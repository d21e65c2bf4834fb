import { expect } from "chai";
import { secrets } from "kalends/internals";

describe("secrets of plugins", () => {
  it("are 256 random bits, known by their hash alone", () => {
    const [one, other] = [secrets.create(), secrets.create()];
    expect(one.secret).to.match(/^[\w-]{43}$/);
    expect(one.hash).to.match(/^[\w-]{43}$/);
    expect(other.secret).to.not.equal(one.secret);
    expect(secrets.matches(one.secret, one.hash)).to.equal(true);
    for (const [secret, hash] of [
      [other.secret, one.hash],
      [one.secret, other.hash],
      [one.hash, one.hash],
      [one.secret, ""],
      ["", one.hash],
    ] as const)
      expect(secrets.matches(secret, hash)).to.equal(false);
  });
});
