import fc from "fast-check";

const words = fc.array(
  fc.constantFrom(
    "Jazz",
    "Fair",
    "a;b",
    "c,d",
    "back\\slash",
    "Über",
    "日本",
    "“q”",
    "x:y",
    "Tom & Jerry",
    "🎷",
    "it's",
    "^n",
  ),
  { minLength: 1, maxLength: 6 },
);
const text = words.map((parts) => parts.join(" "));
const html = fc.oneof(
  text,
  text.map(
    (each) =>
      `<p>${each.replaceAll("&", "&amp;")}</p>\n<p>Second, <a href="https://example.org/?a=1&amp;b=2">link</a></p>`,
  ),
  fc.constant(""),
);
const pad = (value: number): string => String(value).padStart(2, "0");
const day = fc
  .tuple(
    fc.integer({ min: 2031, max: 2033 }),
    fc.integer({ min: 1, max: 12 }),
    fc.integer({ min: 1, max: 28 }),
  )
  .map(([year, month, date]) => `${year}-${pad(month)}-${pad(date)}`);
const time = fc
  .tuple(fc.integer({ min: 4, max: 20 }), fc.integer({ min: 0, max: 59 }))
  .map(([hour, minute]) => `${pad(hour)}:${pad(minute)}:00`);
const zone = fc.constantFrom(
  "Europe/Rome",
  "America/New_York",
  "Asia/Kolkata",
  "UTC",
  "UTC+5:30",
  "Australia/Lord_Howe",
);
const later = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

const rules = fc.constantFrom(
  ["FREQ=WEEKLY;COUNT=6"],
  ["FREQ=DAILY;INTERVAL=3;COUNT=5"],
  ["FREQ=MONTHLY;COUNT=4"],
  ["FREQ=YEARLY;COUNT=2"],
);

const maybe = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(arbitrary, { nil: undefined });

/** Returns a date of a series whose duration differs from that of the other dates. */
const periodOf = (date: string, begin: string, allDay: boolean): string => {
  const far = later(date, 100);
  return allDay ? `${far}/${later(far, 5)}` : `${far} ${begin}/PT3H10M`;
};

/** Random values of an event that remain the same after an export and an import. */
export const anEvent: fc.Arbitrary<Readonly<Record<string, unknown>>> = fc
  .record({
    title: text,
    description: html,
    date: day,
    begin: time,
    hours: fc.integer({ min: 0, max: 3 }),
    allDay: fc.boolean(),
    days: fc.integer({ min: 0, max: 3 }),
    timezone: zone,
    recurrence: maybe(rules),
    extra: fc.record(
      {
        excerpt: text,
        website: fc.constantFrom("https://example.org/a?b=c,d;e", "http://example.org/"),
        cost: fc.constantFrom(["10€"], ["$5", "$10"], ["Free"], ["a, b"]),
        featured: fc.boolean(),
        sticky: fc.boolean(),
        show_map: fc.boolean(),
        categories: fc.constantFrom(["Concerts"], ["Concerts", "Talks, new"], []),
        tags: fc.constantFrom(["jazz"], ["jazz", "free; late"], []),
        venue: fc.constantFrom<object>(
          {
            venue: "Pier Nine Hall",
            address: "Molo 9; B",
            city: "Genova",
            country: "Italy",
            zip: "16126",
            phone: "+39 010",
          },
          { venue: 'The "Old" Hall: 2', website: "https://hall.example/" },
        ),
        organizer: fc.constantFrom<readonly object[]>(
          [{ organizer: "Blue Note, Society", email: "info@blue.example", phone: "123" }],
          [{ organizer: "A" }, { organizer: "B; C", website: "https://b.example/" }],
        ),
        event_status: fc.constantFrom("scheduled", "cancelled", "postponed", "moved_online"),
        status_reason: text,
      },
      { requiredKeys: [] },
    ),
  })
  .map(({ title, description, date, begin, hours, allDay, days, timezone, recurrence, extra }) => {
    const [hour = 0] = begin.split(":").map(Number);
    const end = allDay ? later(date, days) : `${date} ${pad(hour + hours)}${begin.slice(2)}`;
    return {
      ...{ title, description, all_day: allDay, timezone, ...extra },
      start_date: allDay ? date : `${date} ${begin}`,
      end_date: end,
      ...(recurrence && {
        recurrence: { rules: recurrence, ...(days > 2 && { dates: [periodOf(date, begin, allDay)] }) },
      }),
    };
  });
