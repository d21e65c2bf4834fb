import { openCsvSource } from "@kalends/import";
import { expect } from "chai";
import { readCsv, SITE } from "./read-csv.ts";

describe("cells of tables", () => {
  it("mean the text that was written, also where it looked like a formula", async () => {
    const texts = ["=1+1", "'=1+1", "''@x", "+49 30 1", "-2", "- a", "@all", "'quoted'", "＝A1", "a=b"];
    const escaped = [
      "'=1+1",
      "''=1+1",
      "'''@x",
      "'+49 30 1",
      "-2",
      "'- a",
      "'@all",
      "'quoted'",
      "'＝A1",
      "a=b",
    ];
    const rows = escaped.map((text) => `"${text}",2031-05-06`);
    const { events } = await readCsv(`Event Name,Event Start Date\r\n${rows.join("\r\n")}\r\n`);
    const titles = events.map((event) => event.title.replaceAll("&#039;", "'"));
    expect(titles).to.deep.equal(texts);
  });

  it("are found behind any separator, byte order mark and encoding", async () => {
    const rows = [
      ["Event Name", "Event Start Date", "Event Venue Name"],
      ["Fête “été”", "2031-05-06", "Zum Löwen"],
    ];
    const written = (separator: string, end: string): string =>
      rows.map((cells) => cells.join(separator)).join(end);
    const windows = Buffer.from(written(";", "\r\n").replace("“", "\x93").replace("”", "\x94"), "latin1");
    const files: readonly Uint8Array[] = [
      Buffer.from(written(",", "\n")),
      Buffer.from(`\uFEFF${written("\t", "\r\n")}`),
      Buffer.from(`sep=|\r\n${written("|", "\r\n")}`),
      Buffer.from(`\uFEFF${written(";", "\r")}`, "utf16le"),
      Buffer.from(written(",", "\r\n"), "utf16le"),
      Buffer.from(`\uFEFF${written(",", "\r\n")}`, "utf16le").swap16(),
      windows,
    ];
    for (const file of files) {
      const { events, venues } = await readCsv(file);
      expect(events.map(({ title, start_date }) => [title, start_date])).to.deep.equal([
        ["Fête “été”", "2031-05-06 00:00:00"],
      ]);
      expect(venues.map(({ venue }) => venue)).to.deep.equal(["Zum Löwen"]);
    }
    expect((await readCsv(windows)).notes).to.deep.equal([
      "table.csv is not UTF-8 and was read as Windows-1252",
    ]);
  });

  it("are not guessed: what is no table is refused with its reason", async () => {
    const refusals: readonly (readonly [Uint8Array, RegExp])[] = [
      [Buffer.from("PK\u0003\u0004xl/workbook.xml"), /is a workbook or an archive: save its tables as CSV/],
      [Buffer.from("Event Name,Event Start Date\nA\0B,2031-05-06\n"), /contains zero bytes/],
      [Buffer.from([0x81, 0xff, 0x2c]), /not encoded in UTF-8, UTF-16 or Windows-1252/],
      [
        Buffer.from("Colour,Size\nred,1\n"),
        /is not a table of events, venues, organizers, categories or tags/,
      ],
      [Buffer.from(""), /is not a table of events/],
      [
        Buffer.from("Event Name,Title,Event Start Date\nA,B,2031-05-06\n"),
        /the columns "Event Name" and "Title" mean the same/,
      ],
    ];
    for (const [bytes, message] of refusals) {
      const failure = await readCsv(bytes).catch((error: Error) => error);
      expect(failure).to.have.property("name", "ImportError");
      expect(failure).to.have.property("message").that.matches(message);
    }
    const missing = await openCsvSource(["/nowhere/events.csv"], SITE).catch((error: Error) => error.message);
    expect(missing).to.equal("/nowhere/events.csv cannot be read: ENOENT.");
  });
});
