import { createYields, createZones, eventOf, splitComponents } from "@kalends/icalendar/internals";
import { expect } from "chai";
import { calendar, event, lines, portions, READING, split, toBytes } from "./reading.ts";

const summaries = async (text: string, size?: number): Promise<readonly string[]> =>
  (await split(text, size)).events.flatMap((component) =>
    component.lines.filter((line) => line.startsWith("SUMMARY")).map((line) => line.slice(8)),
  );

describe("a calendar that is split into components", () => {
  it("is the same in portions of any size, whatever ends its lines", async () => {
    const text = calendar(event("DESCRIPTION:Grüße\r\n  aus\r\n\tRom"), event("LOCATION:Hall"));
    const expected = await split(text);
    expect(expected.events.map(({ lines: found }) => found)).to.deep.equal([
      ["UID:one@example.org", "SUMMARY:Jazz", "DESCRIPTION:Grüße ausRom"],
      ["UID:one@example.org", "SUMMARY:Jazz", "LOCATION:Hall"],
    ]);
    for (const size of [1, 2, 3, 7, 64, 10_000]) {
      for (const end of ["\r\n", "\n"])
        expect(await split(text.replaceAll("\r\n", end), size), `${size}`).to.deep.equal(expected);
      expect(await split(`\uFEFF${text}`, size)).to.deep.equal(expected);
    }
  });

  it("keeps characters whole that a fold parts, and reads what is no UTF-8 as Windows-1252", async () => {
    const [before, after] = [
      toBytes("BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nSUMMARY:Gr"),
      toBytes("n\r\nEND:VEVENT\r\n"),
    ];
    const within = (...bytes: readonly number[]) => new Uint8Array([...before, ...bytes, ...after]);
    for (const bytes of [[0xc3, 13, 10, 32, 0xbc], [0xc3, 10, 9, 0xbc], [0xfc]])
      for (const size of [1, 1000]) {
        const { events } = await splitComponents(portions(within(...bytes), size), async () => {});
        expect(events[0]?.lines).to.deep.equal(["SUMMARY:Grün"]);
      }
  });

  it("leaves nested components and what stands between out, and misses no end", async () => {
    const alarm = [
      "BEGIN:VALARM",
      "SUMMARY:Wake up",
      "BEGIN:X-DEEP",
      "SUMMARY:Deep",
      "END:X-DEEP",
      "END:VALARM",
    ];
    expect(await summaries(calendar(event(...alarm), "<html>", "", "nonsense", event()))).to.deep.equal([
      "Jazz",
      "Jazz",
    ]);
    const cut = lines(
      "BEGIN:VCALENDAR",
      "BEGIN:VEVENT",
      "SUMMARY:1",
      ...alarm.slice(0, 2),
      "BEGIN:VEVENT",
      "SUMMARY:2",
    );
    expect(await summaries(cut)).to.deep.equal(["1", "2"]);
    expect((await split(cut)).isComplete).to.equal(false);
    expect((await split(calendar(event()))).isComplete).to.equal(true);
    expect(await summaries(event())).to.deep.equal(["Jazz"]);
  });

  it("counts what is no event, and knows the zones of each calendar", async () => {
    const zone = [
      "BEGIN:VTIMEZONE",
      "TZID:A",
      "BEGIN:STANDARD",
      "TZOFFSETTO:+0100",
      "END:STANDARD",
      "END:VTIMEZONE",
    ];
    const todo = ["BEGIN:VTODO", "SUMMARY:Not me", "END:VTODO"];
    const { others, calendars, events } = await split(
      `${calendar(...todo, event())}${calendar(event(), ...zone)}`,
    );
    expect([...others]).to.deep.equal([["VTODO", 1]]);
    expect(calendars.map(({ zones }) => zones.length)).to.deep.equal([0, 1]);
    expect(events[1]?.calendar.zones[0]).to.deep.equal(zone.slice(1, -1));
  });

  it("is refused where there is none, and bounded where it is a bomb", async () => {
    for (const text of [
      "",
      "<html><body>Not found</body></html>",
      "SUMMARY:x\r\n".repeat(1000),
      "\0".repeat(100_000),
    ]) {
      const refusal = await split(text).catch((error: Error) => error);
      expect(String(refusal)).to.include("not a calendar");
    }
    const huge = calendar(event(`DESCRIPTION:${"x".repeat(600_000)}`), event("LOCATION:Hall"));
    expect((await split(huge, 40_000)).events.map(({ lostLines }) => lostLines)).to.deep.equal([1, 0]);
    const dates = Array.from({ length: 100_000 }, () => "RDATE:20310506T190000Z");
    const { events } = await split(calendar(event(...dates), event()), 60_000);
    expect(events.map(({ isTooLarge, lines: kept }) => [isTooLarge, kept.length])).to.deep.equal([
      [true, 0],
      [false, 2],
    ]);
    expect(
      await summaries(calendar(event(...Array.from({ length: 50_000 }, () => "BEGIN:VALARM")))),
    ).to.deep.equal(["Jazz"]);
    expect(await summaries(calendar(event("DESCRIPTION:a\0b\rc")))).to.deep.equal(["Jazz"]);
  });

  it("is refused where it has more calendars than anybody writes", async () => {
    const [few, many] = [1000, 50_001].map((count) => "BEGIN:VCALENDAR\r\n".repeat(count));
    expect((await split(few ?? "", 40_000)).calendars.length).to.equal(1000);
    const refusal = await split(many ?? "", 40_000).catch((error: Error) => error);
    expect(String(refusal)).to.include("more than 50000 calendars");
  });

  it("lets other tasks run in between", async () => {
    let [now, pauses] = [0, 0];
    const yieldToEventLoop = createYields(
      () => {
        now += 3;
        return now;
      },
      async () => {
        pauses += 1;
      },
    )();
    const text = calendar(...Array.from({ length: 1_000 }, () => event("DTSTART:20310506T190000Z")));
    const { events } = await splitComponents(portions(toBytes(text), 4_000), yieldToEventLoop);
    expect(events).to.have.length(1_000);
    expect(pauses).to.be.greaterThan(5);
  });

  it("takes turns with others that are split: one of them between two pauses", async () => {
    let now = 0;
    let working = 0;
    const shares: number[] = [];
    const createYield = createYields(
      () => now,
      async () => {
        shares.push(working);
        working = 0;
      },
    );
    const work = async (): Promise<void> => {
      const yieldToEventLoop = createYield();
      for (let step = 0; step < 20; step += 1) {
        now += 3;
        working += 3;
        await yieldToEventLoop();
      }
    };
    await Promise.all(Array.from({ length: 10 }, work));
    // All begin at once. From then on, each pause follows the slice of one.
    expect(shares.length).to.be.greaterThan(90);
    expect(Math.max(...shares.slice(10))).to.be.at.most(6);
  });

  it("lets other tasks run between the rules of one event", async () => {
    const rule = "RRULE:FREQ=DAILY;COUNT=5;UNTIL=20310520T100000Z";
    const { events } = await split(calendar(event("DTSTART:20310506T100000", ...Array(9).fill(rule))));
    let yields = 0;
    const [component] = events;
    if (component === undefined) throw new Error("no event");
    await eventOf(component, createZones(component.calendar, "UTC"), READING, async () => {
      yields += 1;
    });
    expect(yields).to.be.at.least(9);
  });

  it("lets other tasks run between the dates of one event", async () => {
    const dates = Array.from({ length: 50 }, (_, index) => `20310507T1000${10 + index}`).join();
    const { events } = await split(
      calendar(event("DTSTART:20310506T100000", `RDATE:${dates}`, `EXDATE:${dates}`)),
    );
    const [component] = events;
    if (component === undefined) throw new Error("No event");
    let pauses = 0;
    await eventOf(component, createZones(component.calendar, "Europe/Rome"), READING, async () => {
      pauses += 1;
    });
    expect(pauses).to.equal(100);
  });
});
