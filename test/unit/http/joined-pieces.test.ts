import { createJoiner } from "@kalends/http/internals";
import { expect } from "chai";

describe("pieces that are joined", () => {
  /** Joins pieces. Returns the result and the largest number of pieces that were held back. */
  const join = async (pieces: readonly string[]) => {
    const joiner = createJoiner();
    const joined: string[] = [];
    joiner.on("data", (piece) => joined.push(String(piece)));
    let most = 0;
    for (const [index, piece] of pieces.entries()) {
      await new Promise<void>((resolve) => void joiner.write(piece, () => resolve()));
      most = Math.max(most, index + 1 - joined.join("").length / piece.length);
    }
    await new Promise<void>((resolve) => void joiner.on("end", resolve).end());
    return { joined, most };
  };

  it("are passed on as they are where they are few or large", async () => {
    const large = Array.from({ length: 100 }, () => "x".repeat(16 * 1024));
    expect(await join(["a", "b", "c"])).to.deep.equal({ joined: ["a", "b", "c"], most: 0 });
    expect((await join(large)).joined).to.have.length(100);
  });

  it("are far fewer and the same where there are thousands of them", async () => {
    const pieces = Array.from({ length: 50_000 }, (_, index) => String(index % 10));
    const { joined, most } = await join(pieces);
    expect(joined.join("")).to.equal(pieces.join(""));
    expect(joined).to.have.length.below(2_500);
    expect(most).to.be.below(64);
  });

  it("wait where they come from while nobody takes them", async () => {
    const joiner = createJoiner();
    let written = 0;
    while (joiner.write("x")) {
      written += 1;
      await new Promise(setImmediate);
    }
    const before = joiner.readableLength;
    expect([written - before, before]).to.satisfy(
      ([waiting = 0, joined = 0]) => waiting < 2_048 && joined <= 32 * 1024,
    );
  });
});
