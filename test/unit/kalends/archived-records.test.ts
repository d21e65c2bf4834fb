import { toOccurrenceRow } from "@kalends/core/storage";
import { anAccount, anEvent, anImage, anOrganizer, aTerm, aVenue } from "@kalends/storage-contract";
import { expect } from "chai";
import { checkRecord, problemOf } from "kalends/internals";

const trashed = { status: "publish", slug: "gone" };
const RECORDS = {
  accounts: anAccount({
    credentials: [{ id: "a", kind: "token", label: "", hash: "b", createdUtc: "2030-01-01 00:00:00" }],
  }),
  images: anImage({
    ...{ alt: "A quay", title: "Quay", credit: "Ada", license: "https://example.org/by", isReplaced: true },
    focalPoint: { x: 0, y: 1 },
  }),
  terms: aTerm(),
  venues: { ...aVenue({ coordinates: { lat: 1, lng: 2 }, imageId: 3 }), extensions: { any: { thing: [1] } } },
  organizers: { ...anOrganizer({ status: "trash" }), trashed },
  events: {
    ...anEvent({
      categoryIds: [1, 2],
      tagIds: [3],
      organizerIds: [4],
      venueId: 5,
      website: "https://a.example",
    }),
    trashed,
    recurrence: {
      rules: ["FREQ=WEEKLY"],
      dates: ["2031-05-06 19:00:00"],
      except: ["2031-05-07 19:00:00"],
    },
  },
  occurrences: toOccurrenceRow({
    ...anEvent({ id: 7 }),
    occurrence: {
      seriesId: 6,
      recurrenceId: "2031-05-06 19:00:00",
      isMoved: true,
      gone: "trashed",
      changes: {
        title: "x",
        cost: { values: ["1"], symbol: "$", position: "prefix" },
        venueId: null,
        imageId: 3,
        featured: true,
        organizerIds: [1],
        eventStatus: "cancelled",
        statusReason: "Snow",
        previousStart: null,
      },
    },
  }),
} as const;

describe("a record of an archive", () => {
  it("is a line of whole characters", () => {
    const line = (title: string): string =>
      JSON.stringify(anEvent()).replace(/"title":"[^"]*"/, `"title":"${title}"`);
    for (const whole of ["\\ud83c\\udfb7", "\\\\ud83c", "\\\\\\\\ud83c"])
      expect(checkRecord("events", line(whole)), whole).to.have.property("record");
    for (const half of ["\\ud83c", "\\udfb7\\ud83c", "\\\\\\ud83c", "\\\\\\uDFB7"])
      expect(checkRecord("events", line(half)), half).to.deep.equal({
        problem: "the line is not JSON, is nested too deeply, or contains invalid characters",
      });
  });

  for (const aggregate of ["accounts", "terms", "venues", "organizers", "events", "occurrences"] as const) {
    it(`is right among ${aggregate}, and wrong with each member that is missing or invalid`, () => {
      const record = RECORDS[aggregate];
      expect(problemOf(aggregate, record)).to.equal(undefined);
      const { id: _id, ...without } = record;
      for (const wrong of [without, { ...record, id: "1" }, { ...record, id: 0 }, { ...record, id: 1.5 }])
        expect(problemOf(aggregate, wrong)).to.equal("the member id is missing or invalid");
      // Accounts of a host application may have other members.
      const other = aggregate === "accounts" ? undefined : "the member other is unknown";
      expect(problemOf(aggregate, { ...record, other: 1 })).to.equal(other);
    });
  }
});

describe("a line of an archive", () => {
  const lineOf = (extensions: string): string =>
    JSON.stringify(RECORDS.terms).replace(/"extensions":{.*?}/, `"extensions":${extensions}`);

  for (const name of ["__proto__", "\\u005f_proto__", "__p\\u0072oto\\u005F_"])
    it(`has no member ${name}`, () => {
      const expected = { problem: "the member __proto__ is unknown" };
      expect(checkRecord("terms", lineOf(`{"${name}" : {}}`))).to.deep.equal(expected);
      expect(checkRecord("terms", `{"${name}":1,${lineOf("{}").slice(1)}`)).to.deep.equal(expected);
    });

  it("may speak of it", () => {
    for (const text of ["__proto__", '\u0000"__proto__": 1'])
      expect(checkRecord("terms", lineOf(JSON.stringify({ text })))).to.have.property("record");
  });
});
