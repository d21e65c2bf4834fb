import { toSlug } from "@kalends/core";
import { eventSearchText } from "@kalends/core/storage";
import { anEvent } from "@kalends/storage-contract";
import { expect } from "chai";
import { ADMIN } from "../actors.ts";
import { ofEachTest } from "../of-each-test.ts";
import { call, openCalendar, refusal } from "./calendar.ts";

// Length of the texts. If a rule scans a text again and again, each text takes many seconds, which exceeds
// the time limit of a test.
const LONG = 100_000;

describe("texts made to keep the server busy", () => {
  const calendar = ofEachTest(openCalendar);

  for (const piece of ["<", "<a", "<!--", "&", "&a", " ", "\n", "%20", "a\u0300"]) {
    it(`are stored like others: ${JSON.stringify(piece)}`, async () => {
      const text = piece.repeat(LONG / piece.length);
      // Calls the operation directly. The parser would refuse so much markup.
      const { venue } = await calendar.operations.venues.create.run(
        { venue: `Hall ${text}`.slice(0, 999), address: `x${text}x`.slice(0, LONG), description: text },
        { actor: ADMIN },
      );
      expect(venue.slug).to.match(/^hall/);
      expect(eventSearchText(anEvent({ excerpt: text, description: text }))).to.be.a("string");
      expect(toSlug(text)).to.have.length.below(201);
    });
  }

  it("are refused when they pile marks on one letter, whose order takes the square of their number", async () => {
    const { create } = calendar.operations.venues;
    const marks = (count: number) => `a${"\u0301\u0323".repeat(count / 2)}`;
    const answer = await refusal(call(create, { venue: "Hall", description: marks(LONG - 2) }, ADMIN));
    expect(answer.problems.description?.reason).to.equal("invalid-text");
    await call(create, { venue: `Hall ${marks(100)}`, description: marks(100).repeat(900) }, ADMIN);
  });

  it("are looked up and made slugs in no time even when marks meet where a tag was", () => {
    const text = `${"\u0301".repeat(50)}${"\u0323".repeat(50)}<x>`.repeat(LONG / 100);
    expect(eventSearchText(anEvent({ description: text }))).to.be.a("string");
    expect(toSlug(`a${text}`)).to.be.a("string");
  });
});
