import { parseDate } from "@kalends/core/internals";
import { expect } from "chai";

const NOW = Date.UTC(2031, 2, 12, 14, 30, 5);
const MONTHS = ["00", "01", "02", "03", "12", "13"];
const DAYS = ["00", "01", "09", "28", "29", "31", "32"];
const TIMES = ["", " 00:00", "T02:30", " 23:59:59", "T23:59:60", " 24:00", " 24:30:15", " 25:00", " 12:60"];

describe("parseDate, with plain ISO forms", () => {
  for (const timezone of ["UTC", "America/New_York", "Asia/Tokyo", "UTC+14"]) {
    for (const year of ["0000", "0001", "1969", "2031", "9999"]) {
      it(`reads those of ${year} in ${timezone} as it does among blanks, where the rules read them`, () => {
        for (const day of MONTHS.flatMap((month) => DAYS.map((date) => `${year}-${month}-${date}`))) {
          for (const text of TIMES.map((time) => day + time)) {
            expect(parseDate(text, timezone, NOW), text).to.equal(parseDate(` ${text} `, timezone, NOW));
          }
        }
      });
    }
  }
});
