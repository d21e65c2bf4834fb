import { toOccurrenceRow } from "@kalends/core";
import { anAccount, anEvent, anImage, anOrganizer, aTerm, aVenue } from "@kalends/storage-contract";
import { expect } from "chai";
import { checkRecord, isSurelyRight, problemOf } from "kalends/internals";

const trashed = { status: "publish", slug: "gone" };
const RECORDS = {
  accounts: anAccount({
    credentials: [{ id: "a", kind: "token", label: "", hash: "b", createdUtc: "2030-01-01 00:00:00" }],
  }),
  images: anImage({ alt: "A quay" }),
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

const OTHERS: readonly unknown[] = [
  ...[null, true, "", "x", " ", "2030-02-30 00:00:00", "0000-00-00 00:00:00", "Mars/Base", "publish"],
  ...[0, 1, -1, 1.5, 2 ** 52, 2 ** 53, 1e300, [], {}, [0], [1], ["x"], [null], { x: 1 }, [[1]]],
];

/** The value with one thing different, anywhere in it: a value in place of another, or a member more or less. */
function* changesOf(value: unknown): Generator<unknown> {
  yield* OTHERS;
  if (typeof value !== "object" || value === null) return;
  if (Array.isArray(value)) {
    for (const [index, entry] of value.entries())
      for (const changed of changesOf(entry)) yield value.with(index, changed);
    return;
  }
  const members = value as Readonly<Record<string, unknown>>;
  yield { ...members, other: 1 };
  yield { ...members, constructor: "x" };
  for (const [name, member] of Object.entries(members)) {
    const { [name]: _, ...without } = members;
    yield without;
    for (const changed of changesOf(member)) yield { ...members, [name]: changed };
  }
}

describe("the quick look at a record of an archive", () => {
  for (const aggregate of ["accounts", "terms", "venues", "organizers", "events", "occurrences"] as const) {
    it(`is enough for those ${aggregate} that are right, and for no others`, () => {
      expect(isSurelyRight(aggregate, RECORDS[aggregate])).to.equal(true);
      const wrong = [...changesOf(RECORDS[aggregate])].filter(
        (record) => isSurelyRight(aggregate, record) !== (problemOf(aggregate, record) === undefined),
      );
      expect(wrong).to.deep.equal([]);
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
