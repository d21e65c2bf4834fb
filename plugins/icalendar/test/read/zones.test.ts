import { expect } from "chai";
import { calendar, event, read, readOne } from "./reading.ts";

const zone = (tzid: string, ...observances: readonly (readonly string[])[]): readonly string[] => [
  ...["BEGIN:VTIMEZONE", `TZID:${tzid}`],
  ...observances.flatMap(([kind = "", ...lines]) => [`BEGIN:${kind}`, ...lines, `END:${kind}`]),
  "END:VTIMEZONE",
];
const fixed = (offset: string, start = "DTSTART:19700101T000000"): readonly string[] => [
  ...["STANDARD", start, `TZOFFSETFROM:${offset}`, `TZOFFSETTO:${offset}`],
];
const changing = (standard: string, summer: string, [toSummer, toStandard]: readonly string[]) => [
  [
    ...["STANDARD", "DTSTART:16010101T020000", `TZOFFSETFROM:${summer}`, `TZOFFSETTO:${standard}`],
    `RRULE:FREQ=YEARLY;${toStandard}`,
  ],
  [
    ...["DAYLIGHT", "DTSTART:16010101T020000", `TZOFFSETFROM:${standard}`, `TZOFFSETTO:${summer}`],
    `RRULE:FREQ=YEARLY;${toSummer}`,
  ],
];
const US = ["BYMONTH=3;BYDAY=2SU", "BYMONTH=11;BYDAY=1SU"];
const AUSTRALIA = ["BYMONTH=10;BYDAY=1SU", "BYMONTH=4;BYDAY=1SU"];

describe("a TZID", () => {
  const names: readonly (readonly [tzid: string, timezone: string])[] = [
    ["GMT+05:30", "UTC+05:30"],
    ["tzone://Microsoft/Utc", "UTC"],
    ["(UTC+01:00) Amsterdam", "Europe/Amsterdam"],
    ["(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna", "Europe/Berlin"],
    ['"(GMT+10:00) Canberra, Melbourne, Sydney"', "Australia/Sydney"],
    ["(UTC-05:00) Eastern Time (US & Canada)", "America/New_York"],
    ["Pacific Time (US & Canada)", "America/Los_Angeles"],
    ["(UTC) Coordinated Universal Time", "UTC"],
    ["(UTC-11:00) Coordinated Universal Time-11", "Etc/GMT+11"],
    ["(UTC+07:30) Nowhere", "UTC+07:30"],
    ["(GMT+01.00) Amsterdam / Berlin / Bern / Rome / Stockholm / Vienna", "Europe/Berlin"],
    ["(GMT+05.30) Nowhere", "UTC+05:30"],
    ["GMT+05.30", "UTC+05:30"],
    ["europe/berlin", "Europe/Berlin"],
    ["W. EUROPE STANDARD TIME", "Europe/Berlin"],
    ["W. Europe Standard Time 1", "Europe/Berlin"],
    ["Mitteleuropäische Zeit", "Europe/Berlin"],
    ["heure d’Europe centrale", "Europe/Berlin"],
    ["America/New York", "America/New_York"],
    ["constructor", "Europe/Rome"],
  ];
  for (const [tzid, timezone] of names)
    it(`means ${timezone} where it is ${tzid}`, async () => {
      const { times } = await readOne(
        `DTSTART;TZID=${tzid}:20270710T120000`,
        `DTEND;TZID=${tzid}:20270710T130000`,
      );
      expect(times).to.deep.include({ timezone, start: "2027-07-10 12:00:00", end: "2027-07-10 13:00:00" });
    });

  const ofZone = async (lines: readonly string[], start = "DTSTART;TZID=Own:20270710T120000") => {
    const [found] = await read(calendar(...lines, event(start)));
    if (found === undefined) throw new Error("no event");
    return { timezone: found.times.timezone, notes: found.notes };
  };
  const zones: readonly (readonly [name: string, lines: readonly string[], timezone: string])[] = [
    ["that is fixed", zone("Own", fixed("+1100")), "UTC+11"],
    ["that is fixed, from a date on", zone("Own", fixed("+1100", "DTSTART;VALUE=DATE:20170101")), "UTC+11"],
    ["that is UTC, in another letter case", zone("OWN", fixed("+0000")), "UTC"],
    [
      "with the rules of the site",
      zone(
        "Own",
        ...changing("+0100", "+0200", ["BYMONTH=3;BYDAY=-1SU", "BYMONTH=10;BYDAY=-1SU"]).map((lines) =>
          lines.map((line) => (lines[0] === "STANDARD" ? line.replace("T020000", "T030000") : line)),
        ),
      ),
      "Europe/Rome",
    ],
    ["with those of the Pacific", zone("Own", ...changing("-0800", "-0700", US)), "America/Los_Angeles"],
    [
      "with those of Australia",
      zone(
        "Own",
        ...changing("+1000", "+1100", AUSTRALIA).map((lines) =>
          lines.map((line) => (lines[0] === "STANDARD" ? line.replace("T020000", "T030000") : line)),
        ),
      ),
      "Australia/Sydney",
    ],
  ];
  for (const [name, lines, timezone] of zones)
    it(`is known by rules: one ${name} is ${timezone}`, async () => {
      expect((await ofZone(lines)).timezone).to.equal(timezone);
    });

  it("of rules like no other is computed for each event", async () => {
    const own = zone("Own", ...changing("+0100", "+0200", US));
    expect((await ofZone(own, "DTSTART;TZID=Own:20270115T120000")).timezone).to.equal("UTC+1");
    expect((await ofZone(own)).timezone).to.equal("UTC+2");
    const text = calendar(
      ...own,
      event("DTSTART;TZID=Own:20270115T120000"),
      event("DTSTART;TZID=Own:20270715T120000"),
    );
    expect((await read(text)).map(({ times }) => times.timezone)).to.deep.equal(["UTC+1", "UTC+2"]);
  });

  it("counts by its name where its VTIMEZONE says otherwise, with a note; an abbreviation by its rules", async () => {
    const wrong = await ofZone(
      zone("Europe/Rome", fixed("+0500")),
      "DTSTART;TZID=Europe/Rome:20270710T120000",
    );
    expect(wrong.timezone).to.equal("Europe/Rome");
    expect(wrong.notes.join()).to.match(/^The time zone Europe\/Rome has another offset in its VTIMEZONE/);
    const eastern = await ofZone(
      zone("EST", ...changing("-0500", "-0400", US)),
      "DTSTART;TZID=EST:20270710T120000",
    );
    expect([eastern.timezone, eastern.notes.length]).to.deep.equal(["America/New_York", 1]);
    const right = await ofZone(
      zone("Europe/Rome", fixed("+0100")),
      "DTSTART;TZID=Europe/Rome:20270110T120000",
    );
    expect(right.notes).to.deep.equal([]);
  });
});
