import { createHash } from "node:crypto";
import { changedOccurrences, digestOfList } from "@kalends/icalendar/internals";
import { expect } from "chai";
import { calendar, event, read, readOne } from "../read/reading.ts";

describe("changed dates of one UID", () => {
  it("let others run between each two of them", async () => {
    const ids = ["20310506T100000Z", "20310507T100000Z", "20310508T100000Z"];
    const changed = await read(
      calendar(...ids.map((id) => event(`RECURRENCE-ID:${id}`, `DTSTART:${id}`, "DURATION:PT1H"))),
    );
    const { times } = await readOne("DTSTART:20310505T100000Z", "RRULE:FREQ=DAILY;COUNT=9");
    let pauses = 0;
    const yieldToEventLoop = async (): Promise<void> => {
      pauses += 1;
    };
    const settings = { categoriesAs: "categories" as const, dryRun: false };
    const found = await changedOccurrences(changed, times, { settings, yieldToEventLoop }, () => undefined);
    expect(found.map(({ recurrenceId }) => recurrenceId)).to.have.lengthOf(3);
    expect(pauses).to.be.at.least(3);
  });

  it("have the digest of their JSON, and one of portions where that is long", async () => {
    let pauses = 0;
    const yieldToEventLoop = async (): Promise<void> => {
      pauses += 1;
    };
    const values = [
      { title: "Jazz", image: undefined },
      [{ recurrenceId: "a" }, { recurrenceId: "b" }],
      "private",
    ];
    const expected = createHash("sha256").update(JSON.stringify(values)).digest("hex");
    expect(await digestOfList(values, yieldToEventLoop)).to.equal(expected);
    expect(pauses).to.be.at.least(4);
    const long = Array.from({ length: 5 }, () => ({ description: "x".repeat(300_000) }));
    const digest = await digestOfList([values, long], yieldToEventLoop);
    expect(digest).to.match(/^[0-9a-f]{64}$/);
    expect(await digestOfList([values, long.slice(1)], yieldToEventLoop)).not.to.equal(digest);
    expect(await digestOfList([values, long], yieldToEventLoop)).to.equal(digest);
  });
});
