import type { VenueView } from "@kalends/core";
import { eventSearchText, toSlug } from "@kalends/core";
import { anEvent } from "@kalends/storage-contract";
import { expect } from "chai";
import { ADMIN, type Calendar, call, openCalendar } from "./calendar.ts";

// Each of these takes many seconds, far beyond the limit of a test, when a rule on texts looks at them again and again.
const LONG = 100_000;

describe("texts made to keep the server busy", () => {
  let calendar: Calendar;
  beforeEach(async () => {
    calendar = await openCalendar();
  });
  afterEach(() => calendar.store.close());

  for (const piece of ["<", "<a", "<!--", "&", "&a", " ", "\n", "%20", "a\u0300"]) {
    it(`are stored like others: ${JSON.stringify(piece)}`, async () => {
      const text = piece.repeat(LONG / piece.length);
      const { venue } = await call<VenueView>(
        calendar.operations.venues.create,
        { venue: `Hall ${text}`.slice(0, 999), address: `x${text}x`.slice(0, LONG), description: text },
        ADMIN,
      );
      expect(venue.slug).to.match(/^hall/);
      expect(eventSearchText(anEvent({ excerpt: text, description: text }))).to.be.a("string");
      expect(toSlug(text)).to.have.length.below(201);
    });
  }
});
