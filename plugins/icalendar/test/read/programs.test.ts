import { readProperties } from "@kalends/icalendar/internals";
import { expect } from "chai";
import { calendar, event, lines, read, readOne, split } from "./reading.ts";

const OUTLOOK_ZONE = [
  ...["BEGIN:VTIMEZONE", "TZID:Customized Time Zone", "BEGIN:STANDARD", "DTSTART:16010101T030000"],
  ...[
    "TZOFFSETFROM:+0200",
    "TZOFFSETTO:+0100",
    "RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=10",
    "END:STANDARD",
  ],
  ...["BEGIN:DAYLIGHT", "DTSTART:16010101T020000", "TZOFFSETFROM:+0100", "TZOFFSETTO:+0200"],
  ...["RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=3", "END:DAYLIGHT", "END:VTIMEZONE"],
];

describe("what other programs write", () => {
  it("is understood in the shape of Google's exports", async () => {
    const text = lines(
      ...[
        "BEGIN:VCALENDAR",
        "PRODID:-//Google Inc//Google Calendar 70.9054//EN",
        "X-WR-CALNAME:Club",
        "X-WR-TIMEZONE:America/New_York",
      ],
      ...["BEGIN:VEVENT", "DTSTART:20310506T230000Z", "DTEND:20310507T010000Z", "UID:abc123@google.com"],
      ...[
        "ORGANIZER;CN=Club:mailto:xyz@group.calendar.google.com",
        "DESCRIPTION:<b>Bring</b> a friend<br>and a chair",
      ],
      ...[
        "LOCATION:Pier Nine Hall\\, Molo 9\\, Genova",
        "SEQUENCE:1",
        "STATUS:CONFIRMED",
        "SUMMARY:Quiz & <dinner>",
        "TRANSP:OPAQUE",
      ],
      ...[
        "BEGIN:VALARM",
        "ACTION:DISPLAY",
        "DESCRIPTION:This is an event reminder",
        "TRIGGER:-P0DT0H10M0S",
        "END:VALARM",
        "END:VEVENT",
        "END:VCALENDAR",
      ],
    );
    const [found] = await read(text);
    expect(found?.values).to.deep.include({
      ...{
        title: "Quiz & &lt;dinner>",
        timezone: "America/New_York",
        start_date: "2031-05-06 19:00:00",
        end_date: "2031-05-06 21:00:00",
      },
      ...{ description: "<b>Bring</b> a friend<br>and a chair", organizer: [], event_status: "scheduled" },
      venue: { venue: "Pier Nine Hall, Molo 9, Genova" },
    });
    expect(found?.sequence).to.equal(1);
  });

  it("is understood in the shape of Outlook's and Exchange's exports", async () => {
    const [found] = await read(
      calendar(
        ...OUTLOOK_ZONE,
        ...[
          "BEGIN:VEVENT",
          "UID:040000008200E00074C5B7101A82E008",
          "SUMMARY;LANGUAGE=en-us:Board",
          'DTSTART;TZID="Customized Time Zone":20310506T090000',
        ],
        ...[
          'DTEND;TZID="Customized Time Zone":20310506T100000',
          "RRULE:FREQ=WEEKLY;UNTIL=20310701T070000Z;INTERVAL=1;BYDAY=TU;WKST=MO",
        ],
        ...[
          'EXDATE;TZID="Customized Time Zone":20310513T090000',
          "ORGANIZER;CN=Ann Smith:MAILTO:ann@example.org",
          "ATTENDEE;CN=Bob:mailto:bob@example.org",
        ],
        ...[
          "X-ALT-DESC;FMTTYPE=text/html:<!DOCTYPE HTML><HTML><HEAD><TITLE></TITLE></HEAD><BODY lang=EN><p>Agenda</p></BODY></HTML>",
          "DESCRIPTION:Agenda",
          "END:VEVENT",
        ],
      ),
    );
    expect(found?.values).to.deep.include({
      ...{ timezone: "Europe/Rome", start_date: "2031-05-06 09:00:00", description: "<p>Agenda</p>" },
      recurrence: {
        rules: ["FREQ=WEEKLY;UNTIL=20310701T070000Z;INTERVAL=1;BYDAY=TU;WKST=MO"],
        dates: [],
        except: ["2031-05-13 09:00:00"],
      },
      organizer: [{ organizer: "Ann Smith", email: "ann@example.org" }],
    });
    expect(found?.notes).to.deep.equal([
      "The time zone Customized Time Zone is not known by name; it was identified by its rules.",
    ]);
    const windows = await readOne("DTSTART;TZID=Tokyo Standard Time:20310506T090000");
    expect(windows.times.timezone).to.equal("Asia/Tokyo");
    const day = await readOne(
      "DTSTART;TZID=W. Europe Standard Time:20310506T000000",
      "DTEND;TZID=W. Europe Standard Time:20310508T000000",
      "X-MICROSOFT-CDO-ALLDAYEVENT:TRUE",
    );
    expect(day.times).to.deep.equal({
      start: "2031-05-06 00:00:00",
      end: "2031-05-07 00:00:00",
      allDay: true,
      timezone: "Europe/Berlin",
      hasTimedDays: true,
    });
  });

  it("is understood in the shapes of Apple's, Mozilla's and The Events Calendar's exports", async () => {
    const apple = await readOne(
      "DTSTART;TZID=Europe/Paris:20310506T200000",
      "DURATION:PT1H30M",
      'X-APPLE-STRUCTURED-LOCATION;VALUE=URI;X-ADDRESS="1 Quai";X-TITLE="La Cale":geo:43.3,5.37',
      "LOCATION:La Cale\\n1 Quai",
      "RDATE;VALUE=PERIOD;TZID=Europe/Paris:20310508T200000/PT2H,20310509T200000/20310509T220000",
      "URL;VALUE=URI:https://cale.example/",
    );
    expect(apple.values).to.deep.include({
      ...{ end_date: "2031-05-06 21:30:00", timezone: "Europe/Paris", website: "https://cale.example/" },
      venue: { venue: "La Cale 1 Quai", geo_lat: 43.3, geo_lng: 5.37 },
    });
    expect(apple.values.recurrence?.dates).to.deep.equal([
      "2031-05-08 20:00:00/2031-05-08 22:00:00",
      "2031-05-09 20:00:00/2031-05-09 22:00:00",
    ]);
    const mozilla = await readOne("DTSTART;TZID=/mozilla.org/20050126_1/Europe/Rome:20310506T200000");
    expect([mozilla.times.timezone, mozilla.times.end]).to.deep.equal(["Europe/Rome", "2031-05-06 20:00:00"]);
    const tribe = await readOne(
      ...[
        "DTSTART;VALUE=DATE:20310506",
        "DTEND;VALUE=DATE:20310507",
        "CATEGORIES:Concerts,Jazz",
        "GEO:44.4;8.9",
        "LOCATION:Hall",
      ],
      ...[
        "ATTACH;FMTTYPE=image/jpeg:https://jazz.example/poster.jpg",
        'ORGANIZER;CN="Blue%20Note":MAILTO:info@blue.example',
      ],
    );
    expect(tribe.values).to.deep.include({
      ...{
        all_day: true,
        start_date: "2031-05-06",
        end_date: "2031-05-06",
        image: "https://jazz.example/poster.jpg",
      },
      ...{
        categories: ["Concerts", "Jazz"],
        tags: [],
        venue: { venue: "Hall", geo_lat: 44.4, geo_lng: 8.9 },
      },
    });
    const meetup = await readOne(
      "DTSTART;TZID=US/Eastern:20310506T190000",
      "LOCATION:https://meet.example/room",
      "CLASS:PUBLIC",
      "DESCRIPTION:First\\nline\\n\\nSecond <3",
    );
    expect(meetup.values).to.deep.include({
      website: "https://meet.example/room",
      venue: "",
      description: "<p>First<br>line</p>\n<p>Second &lt;3</p>",
    });
  });

  it("may have zones of its own, floating times, and days among times", async () => {
    const fixed = [
      "BEGIN:VTIMEZONE",
      "TZID:Ship",
      "BEGIN:STANDARD",
      "DTSTART:19700101T000000",
      "TZOFFSETFROM:+0137",
      "TZOFFSETTO:+0137",
      "END:STANDARD",
      "END:VTIMEZONE",
    ];
    const [ship] = await read(calendar(...fixed, event("DTSTART;TZID=Ship:20310506T200000")));
    expect([ship?.times.timezone, ship?.notes.length]).to.deep.equal(["UTC+1:37", 1]);
    const unknown = await readOne("DTSTART;TZID=Atlantis:20310506T200000");
    expect([unknown.times.timezone, unknown.notes.join()]).to.deep.equal([
      "Europe/Rome",
      "The time zone Atlantis is unknown.",
    ]);
    expect((await readOne("DTSTART:20310506T200000")).times.timezone).to.equal("Europe/Rome");
    const utc = await readOne(
      "DTSTART:20310506T180000Z",
      "RRULE:FREQ=DAILY;COUNT=2",
      "EXDATE;VALUE=DATE:20310507",
    );
    expect([utc.times.timezone, utc.values.recurrence?.except]).to.deep.equal([
      "UTC",
      ["2031-05-07 18:00:00"],
    ]);
  });

  it("takes no longer for very many lines, and cuts no character in two", async () => {
    const zone = (name: string): string =>
      `BEGIN:VTIMEZONE\r\nTZID:${name}\r\n${"X\r\n".repeat(300_000)}END:VTIMEZONE`;
    const { calendars, events } = await split(
      calendar(zone("First"), zone("Second"), zone("Third"), event()),
      32_768,
    );
    expect(events).to.have.length(1);
    expect(calendars.map(({ zones }) => zones.map(({ length }) => length > 0))).to.deep.equal([
      [true, true, false],
    ]);
    const many = Array.from({ length: 5_000 }, (_, index) => `URL:https://x.example/${index}`);
    const properties = readProperties(many, new Set(["URL"]));
    expect(properties.get("URL")).to.have.length(200);
    const long = `${"x".repeat(999)}😀`;
    const found = await readOne(
      ...["DTSTART:20310506T190000", `RELATED-TO:${long}`, `X-KALENDS-STATUS-REASON:${long}`],
    );
    expect([found.relatedTo, found.values.status_reason]).to.deep.equal(["x".repeat(999), "x".repeat(999)]);
  });

  it("knows addresses of the web that lack their scheme", async () => {
    const START = "DTSTART:20310506T190000";
    const venue = 'X-KALENDS-VENUE;X-WEBSITE="www.hall.example/a":Hall';
    const { values } = await readOne(START, "URL:jazz.example/tonight?a=1", venue);
    expect(values).to.deep.include({ website: "http://jazz.example/tonight?a=1" });
    expect(values.venue).to.deep.equal({ venue: "Hall", website: "http://www.hall.example/a" });
    for (const text of ["jazz", "ann@jazz.example", "ftp:jazz.example"])
      expect((await readOne(START, `URL:${text}`)).values, text).to.not.have.any.keys("website");
  });

  it("has no backslashes of programs that escape more than they need, and nothing that is no character", async () => {
    const { values } = await readOne(
      "DTSTART:20310506T180000Z",
      'DESCRIPTION:Say \\"hello\\" at 10\\:30\\, \\\\"here\\\\"' +
        "\ufffe! https:\\/\\/jazz.example\\/a\\;b\uffff",
    );
    const text = "<p>Say &quot;hello&quot; at 10:30, \\&quot;here\\&quot;! https://jazz.example/a;b</p>";
    expect(values.description).to.equal(text);
  });

  it("has coordinates however programs separate them", async () => {
    for (const text of [
      "53.3696;-1.47238",
      "53.3696\\;-1.47238",
      "53.3696,-1.47238",
      " 53.3696 \\, -1.47238",
    ])
      expect(
        (await readOne("DTSTART:20310506T180000Z", "LOCATION:Hall", `GEO:${text}`)).values.venue,
        text,
      ).to.deep.equal({ venue: "Hall", geo_lat: 53.3696, geo_lng: -1.47238 });
  });

  it("is cancelled in American spelling, too, and names organizers with quotes", async () => {
    const { values } = await readOne(
      ...["DTSTART:20310506T180000Z", "STATUS: Canceled"],
      'ORGANIZER;CN=Open Air \\"Quay\\":mailto:a@quay.example',
    );
    expect(values).to.deep.include({
      event_status: "cancelled",
      organizer: [{ organizer: 'Open Air "Quay"', email: "a@quay.example" }],
    });
  });

  it("changes nothing by tricks", async () => {
    const found = await readOne(
      ...[
        "DTSTART:20310506T180000Z",
        "URL:javascript:alert(1)",
        "ATTACH;FMTTYPE=image/png:file:///etc/passwd",
        "GEO:999;0",
      ],
      ...[
        "LOCATION:Hall\\nBEGIN:VEVENT\\nUID:other",
        'ORGANIZER;CN="A:B;C":mailto:a@b.example',
        `CONTACT:${"x".repeat(5000)}`,
      ],
      ...['X-KALENDS-VENUE;X-WEBSITE="javascript:x":Hall', "SEQUENCE:99999999999999999999", "RELATED-TO:x"],
    );
    expect(found.values).not.to.have.any.keys("website", "image");
    expect(found.values.venue).to.deep.equal({ venue: "Hall" });
    expect(found.sequence).to.equal(0);
    expect(found.notes.join(" ")).to.include("URL was not imported");
    const many = Array.from({ length: 6_000 }, (_, day) =>
      new Date(Date.UTC(2032, 0, 1 + day)).toISOString().slice(0, 10).replaceAll("-", ""),
    ).join(",");
    const { values, notes } = await readOne("DTSTART:20310506T180000Z", `RDATE:${many}`, `EXDATE:${many}`);
    expect([values.recurrence?.dates?.length, values.recurrence?.except?.length]).to.deep.equal([1000, 5000]);
    expect(notes).to.include("RDATE has more than 1000 dates; only the first ones are used.");
    const params = `ORGANIZER${";X-A=b".repeat(80_000)}:mailto:a@b.example`;
    expect((await readOne("DTSTART:20310506T180000Z", params)).notes).to.include("ORGANIZER cannot be read.");
  });
});
