import type { Venue } from "@kalends/core";
import type { EventView, OrganizerView, VenueView } from "@kalends/core/interface";
import { expect } from "chai";
import { ADMIN } from "../actors.ts";
import { ofEachTest } from "../of-each-test.ts";
import { call, openCalendar, refusal } from "./calendar.ts";

describe("texts of records", () => {
  const calendar = ofEachTest(openCalendar);

  const createVenue = async (values: object): Promise<Venue> =>
    (await call<VenueView>(calendar.operations.venues.create, { venue: "Hall", ...values }, ADMIN)).venue;

  const details: readonly (readonly [sent: string, stored: string])[] = [
    [" 1 <b>Main</b>\n\t St ", "1 Main St"],
    ["1 <script>if (a < b) go()</script>Main<STYLE\n>p{}</Style> St", "1 Main St"],
    ["1 <script>Main St", "1 Main St"],
    ["1 </script>Main <scripted>St</scripted>", "1 Main St"],
    ["2 < 3 <> 4", "2 < 3 <> 4"],
    ["50%20Main %e2%82%aC%%3131", "50Main"],
    ["100 % of it, 5%zz", "100 % of it, 5%zz"],
    ['O\'Hara \\ "x"', 'O\'Hara \\ "x"'],
  ];
  for (const [sent, stored] of details) {
    it(`are plain lines where they are details: ${JSON.stringify(sent)}`, async () => {
      expect((await createVenue({ address: sent, stateprovince: sent })).address).to.equal(stored);
    });
  }

  it("keep their octets where they are addresses of websites", async () => {
    const website = "https://a.example/%C3%A9?q=%20<b>";
    expect((await createVenue({ website })).website).to.equal("https://a.example/%C3%A9?q=%20");
    const { organizer } = await call<OrganizerView>(
      calendar.operations.organizers.create,
      { organizer: "Ann", website, email: "%41ann@a.example" },
      ADMIN,
    );
    expect(organizer).to.include({ website: "https://a.example/%C3%A9?q=%20", email: "ann@a.example" });
  });

  it("end no quoted attribute where they are addresses of websites", async () => {
    const website = "https://a.example/O'Hara?q='x'";
    const stored = "https://a.example/O%27Hara?q=%27x%27";
    expect((await createVenue({ website })).website).to.equal(stored);
    const dates = { title: "T", start_date: "2031-05-01", end_date: "2031-05-01" };
    const { event } = await call<EventView>(
      calendar.operations.events.create,
      { ...dates, website, organizer: { organizer: "Ann", website } },
      ADMIN,
    );
    expect(event.website).to.equal(stored);
    const [organizerId = 0] = event.organizerIds;
    expect((await calendar.store.organizers.find(organizerId))?.website).to.equal(stored);
  });

  // rules/choices.md#kept-spelling
  it("keep the ampersands of names as they were written", async () => {
    for (const venue of ["R&B <b>x</b>", "R&amp;B <b>x</b>", "R&#38;B <b>x</b>", "R&amp;amp;B"]) {
      expect((await createVenue({ venue })).name).to.equal(venue);
    }
  });

  const LETTERS = { "one unit": "x", "two units": "\u{1F600}", "three code points": "e\u0302\u0301" };
  const { venues, organizers, categories, tags, events } = {
    venues: (venue: string) => call<unknown>(calendar.operations.venues.create, { venue }, ADMIN),
    organizers: (organizer: string) =>
      call<unknown>(calendar.operations.organizers.create, { organizer }, ADMIN),
    categories: (name: string) => call<unknown>(calendar.operations.categories.create, { name }, ADMIN),
    tags: (name: string) => call<unknown>(calendar.operations.tags.create, { name }, ADMIN),
    events: (title: string) =>
      call<EventView>(
        calendar.operations.events.create,
        { title, start_date: "2031-05-01", end_date: "2031-05-01" },
        ADMIN,
      ),
  };
  const BLANKS = {
    "zero-width spaces": "\u200B\u200B",
    "joiners and marks of direction": "\u200D\u2060\u202E\uFEFF",
    "soft hyphens between no-break spaces": "\u00A0\u00AD\u3000",
  };
  for (const [written, blank] of Object.entries(BLANKS)) {
    it(`are blank where they are names of nothing but ${written}, also inside tags`, async () => {
      for (const create of [venues, organizers, categories, tags, events]) {
        const { code, problems } = await refusal(create(blank));
        expect(code).to.equal("rest_invalid_param");
        expect(Object.values(problems ?? {})).to.deep.equal([{ reason: "empty" }]);
      }
      const hidden = `<b>${blank}</b>`;
      const codes = [venues, organizers, categories, tags, events].map(
        async (create) => (await refusal(create(hidden))).code,
      );
      expect(await Promise.all(codes)).to.deep.equal([
        ...["could-not-create-venue", "could-not-create-organizer"],
        ...["empty_term_name", "empty_term_name", "rest_invalid_param"],
      ]);
    });
  }

  for (const [written, letter] of Object.entries(LETTERS)) {
    it(`have 1,000 characters at most where they are names, characters of ${written}`, async () => {
      for (const create of [venues, organizers, categories, tags, events]) {
        await create(letter.repeat(1_000));
        const { problems } = await refusal(create(letter.repeat(1_001)));
        expect(Object.values(problems)).to.deep.equal([{ reason: "too-long", values: { maximum: 1_000 } }]);
      }
    });

    it(`have 100,000 characters at most elsewhere, characters of ${written}`, async () => {
      const { city } = await createVenue({ city: letter.repeat(100_000) });
      expect([...city]).to.have.length(100_000);
      const { problems } = await refusal(createVenue({ venue: "Other", city: letter.repeat(100_001) }));
      expect(problems.city?.reason).to.equal("too-long");
    });

    it(`are searched for with 200 characters at most, characters of ${written}`, async () => {
      // Event lists have their own tests, and images cannot be searched.
      const {
        events: _,
        images: _none,
        audit: _absent,
        preferences: _apart,
        fields: _described,
        jobs: _jobs,
        status: _status,
        ...others
      } = calendar.operations;
      for (const { list } of Object.values(others)) {
        await call<unknown>(list, { search: letter.repeat(200) }, ADMIN);
        const { problems } = await refusal(call<unknown>(list, { search: letter.repeat(201) }, ADMIN));
        expect(problems.search?.reason).to.equal("too-long");
      }
    });
  }

  // rules/errors.md#empty-names
  it("are refused as names when nothing but tags is left of them", async () => {
    const refusals = [
      [venues, "could-not-create-venue"],
      [organizers, "could-not-create-organizer"],
      [categories, "empty_term_name"],
      [tags, "empty_term_name"],
      [events, "rest_invalid_param"],
    ] as const;
    for (const name of ["<b></b>", " <i> <b></b></i> ", "<br>", "<script>x</script>"]) {
      for (const [create, code] of refusals) {
        expect((await refusal(create(name))).code, name).to.equal(code);
      }
    }
    await venues("<b>x</b>");
  });

  it("have room for long addresses and cut long slugs", async () => {
    const website = `https://a.example/${"x".repeat(5_000)}`;
    expect((await createVenue({ website })).website).to.equal(website);
    const { slug } = (
      await call<EventView>(
        calendar.operations.events.create,
        { title: "Long", start_date: "2031-05-01", end_date: "2031-05-01", slug: "x".repeat(5_000) },
        ADMIN,
      )
    ).event;
    expect(slug).to.equal("x".repeat(200));
  });
});
