import { expect } from "chai";
import fc from "fast-check";
import ICAL from "ical.js";
import { anEvent, linesOf, viewOf, writtenFeed } from "../a-view.ts";

const SEED = Number(process.env.SEED ?? Date.now());

const eventIn = (calendar: string): ICAL.Component => {
  const found = new ICAL.Component(ICAL.parse(calendar)).getFirstSubcomponent("vevent");
  if (found === null) throw new Error("No event");
  return found;
};

/** Returns the text without the characters that an iCalendar file must not contain. */
const kept = (text: string): string =>
  text
    .replaceAll(/\r\n?|[\v\f\u0085\u2028\u2029]/g, "\n")
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is left out
    .replaceAll(/[\0-\x08\x0e-\x1f\x7f-\x9f]|\p{Surrogate}/gu, "");

describe("content lines of iCalendar", () => {
  it("are at most 75 octets long, and folded between characters", async () => {
    for (const character of ["a", "é", "日", "😀", "ع", "e\u0301"])
      for (let shift = 0; shift < 8; shift += 1) {
        const title = "x".repeat(shift) + character.repeat(120);
        const calendar = await writtenFeed([viewOf(anEvent({ title }))]);
        for (const line of calendar.split("\r\n")) {
          expect(Buffer.byteLength(line), line).to.be.at.most(75);
          expect(line).not.to.match(/\p{Surrogate}/u);
        }
        expect(linesOf(calendar)).to.include(`SUMMARY:${title}`);
      }
  });

  it(`come back from a parser as they were written (SEED=${SEED})`, async () => {
    const texts = fc.string({ unit: "binary", maxLength: 200 }).filter((text) => !/[<&]/.test(text));
    await fc.assert(
      fc.asyncProperty(texts, texts, texts, async (title, description, name) => {
        const organizer = { name, email: "ann@town.example", phone: "", website: "", id: 3 } as never;
        const view = viewOf(anEvent({ title, description }), {
          organizers: [{ organizer }],
          categories: [{ term: { name, slug: "a" } as never, count: 0, ancestors: [] }],
        });
        const event = eventIn(await writtenFeed([view]));
        const text = (property: string) => event.getFirstPropertyValue(property) ?? "";
        expect(text("summary")).to.equal(kept(title.trim()));
        expect(text("description")).to.equal(kept(description));
        if (kept(name.trim()) !== "") {
          expect(text("categories")).to.equal(kept(name));
          expect(event.getFirstProperty("organizer")?.getFirstParameter("cn")).to.equal(kept(name.trim()));
        }
      }),
      { seed: SEED, numRuns: 60 },
    );
  });

  it("let no text begin a line of its own, or end a quoted parameter", async () => {
    const attack = 'A"\r\nBEGIN:VALARM\nX-A:1\u2028ATTENDEE:mailto:x@y.example\u0085END:VEVENT;:,^\\';
    const view = viewOf(
      anEvent({ title: attack, description: attack, website: `https://x.example/${attack}` }),
      {
        organizers: [
          { organizer: { name: attack, email: "a@b.example", phone: attack, website: "" } as never },
        ],
        venue: { venue: { ...EMPTY_VENUE, name: attack, address: attack } as never },
        tags: [{ term: { name: attack, slug: "t" } as never, count: 0, ancestors: [] }],
      },
    );
    const calendar = await writtenFeed([view], { name: attack });
    const names = linesOf(calendar).map((line) => /^[A-Z-]+/.exec(line)?.[0]);
    expect(names).not.to.include.members(["ATTENDEE", "X-A"]);
    expect(calendar).not.to.match(/^BEGIN:VALARM/m);
    expect(calendar.split("\r\n").join("")).not.to.match(/[\n\u0085\u2028]/);
    const event = eventIn(calendar);
    expect(event.getFirstPropertyValue("summary")).to.equal(kept(attack));
    expect(event.getFirstProperty("organizer")?.getFirstParameter("cn")).to.equal(kept(attack));
    expect(event.getFirstProperty("x-kalends-venue")?.getFirstParameter("x-address")).to.equal(kept(attack));
    expect(event.getAllSubcomponents()).to.deep.equal([]);
  });
});

const EMPTY_VENUE = {
  ...{ id: 5, name: "", address: "", city: "", country: "", province: "", state: "", zip: "", phone: "" },
  ...{ stateProvince: "", website: "", slug: "mill" },
};
