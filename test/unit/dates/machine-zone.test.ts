import { parseDate } from "@kalends/core/internals";
import { expect } from "chai";

describe("parseDate and the zone of the machine", () => {
  const machine = process.env.TZ;
  afterEach(() => {
    if (machine === undefined) delete process.env.TZ;
    else process.env.TZ = machine;
  });

  /**
   * Local times in New York. In the first night, 02:30 does not exist. In the second night, an hour occurs
   * twice.
   */
  const nights = [Date.UTC(2031, 2, 9, 2, 30), Date.UTC(2031, 10, 2, 1, 30)];
  const texts = [
    "in two weeks",
    "last night",
    "tomorrow morning at 2:30",
    "few days ago",
    "2031-03-09 02:30",
  ];

  for (const text of texts) {
    it(`have nothing to do with each other: ${text}`, () => {
      const answers = ["UTC", "America/New_York", "Pacific/Kiritimati"].map((zone) => {
        process.env.TZ = zone;
        return nights.map((now) => parseDate(text, "UTC", now));
      });
      expect(answers[0]).not.to.include(undefined);
      expect(answers[1]).to.deep.equal(answers[0]);
      expect(answers[2]).to.deep.equal(answers[0]);
    });
  }
});
