import { expect } from "chai";
import { readOne } from "./reading.ts";

describe("an event whose days are written as times", () => {
  it("lasts all day where Outlook says so, on the days that are written, whatever the zone of the times", async () => {
    const daysOf = async (...written: readonly string[]): Promise<string> => {
      const { times } = await readOne(...written);
      return `${times.allDay} ${times.start.slice(5, 10)} ${times.end.slice(5, 10)}`;
    };
    const isDays = "X-MICROSOFT-CDO-ALLDAYEVENT:TRUE";
    const utc = ["DTSTART:20310506T000000Z", "DTEND:20310508T000000Z"];
    expect(await daysOf(...utc, isDays)).to.equal("true 05-06 05-07");
    expect(await daysOf(...utc, "X-MICROSOFT-MSNCALENDAR-ALLDAYEVENT:TRUE")).to.equal("true 05-06 05-07");
    // 0:00 in Rome, written in UTC.
    const rome = ["DTSTART:20310505T220000Z", "DTEND:20310507T220000Z"];
    expect(await daysOf(...rome, isDays)).to.equal("true 05-06 05-07");
    const floating = ["DTSTART:20310506T000000", "DTEND:20310507T235959"];
    expect(await daysOf(...floating, isDays)).to.equal("true 05-06 05-07");
    expect(await daysOf("DTSTART:20310506T000000", isDays)).to.equal("true 05-06 05-06");
    const two = ["DTSTART;TZID=Asia/Tokyo:20310506T000000", "DTEND;TZID=America/New_York:20310508T000000"];
    expect(await daysOf(...two, isDays)).to.equal("true 05-06 05-07");
    expect(await daysOf("DTSTART:20310506T100000", "DTEND:20310506T120000", isDays)).to.match(/^false/);
    expect(await daysOf("DTSTART:20310506T000000", "DTEND:20310507T000000")).to.match(/^false/);
  });

  it("lasts all day where its value is a date, with its midnight or an empty time behind it", async () => {
    const timesOf = async (...written: readonly string[]): Promise<string> => {
      const { times, notes } = await readOne(...written);
      expect(notes).to.deep.equal([]);
      return `${times.allDay} ${times.start.slice(5, 16)} ${times.end.slice(5, 16)}`;
    };
    expect(await timesOf("DTSTART;VALUE=DATE:20310506T000000", "DTEND;VALUE=DATE:20310508T000000")).to.equal(
      "true 05-06 00:00 05-07 00:00",
    );
    expect(await timesOf("DTSTART:2031-05-06T::", "DTEND:2031-05-07T::")).to.equal(
      "true 05-06 00:00 05-06 00:00",
    );
    // If a value has a time, VALUE=DATE is ignored.
    expect(await timesOf("DTSTART;VALUE=DATE:20310506T150000", "DTEND;VALUE=DATE:20310506T170000")).to.equal(
      "false 05-06 15:00 05-06 17:00",
    );
  });

  it("ends at midnight where that is written as 24:00, and after hours without a T", async () => {
    const endOf = async (...written: readonly string[]): Promise<string> => {
      const { times, notes } = await readOne("DTSTART:20310506T190000", ...written);
      expect(notes).to.deep.equal([]);
      return times.end;
    };
    expect(await endOf("DTEND:20310506T240000")).to.equal("2031-05-07 00:00:00");
    expect(await endOf("DURATION:P2H")).to.equal("2031-05-06 21:00:00");
    expect((await readOne("DTSTART:20310506T190000", "DTEND:20310506T240001")).notes).to.have.length(1);
    expect((await readOne("DTSTART:20310506T190000", "DURATION:P2M")).notes).to.have.length(1);
  });
});
