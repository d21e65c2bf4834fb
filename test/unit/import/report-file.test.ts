import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ImportError, openReportFile, type ReportEntry } from "@kalends/import";
import { expect } from "chai";

const HEADING = { command: "import", source: "https://old.example/", began: 0 };
const HOSTILE = '<script>alert("1")</script>\u001b[2J\u009b1m\u202e';

const ENTRIES: readonly ReportEntry[] = [
  { outcome: "added", list: "events", id: 1, name: "Quiet" },
  { outcome: "added", list: "events", id: 2, name: "Gallery night", reason: "shortcodes: gallery" },
  { outcome: "failed", list: "events", place: "page 3", sourceId: 7, reason: HOSTILE },
  { outcome: "kept out", list: "venues", name: "A & B", reason: "its status is spam" },
  {
    outcome: "unequal",
    list: "events",
    id: 9,
    members: [
      { member: "title", there: "One", here: "Two" },
      { member: "website", there: HOSTILE },
    ],
  },
];

describe("the report of an import", () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), "kalends-report-"));
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  const writeReport = async (name: string, problem?: string): Promise<string> => {
    const path = join(directory, name);
    const report = openReportFile(path, HEADING);
    for (const entry of ENTRIES) report.write(entry);
    report.note("two images stay where they are");
    await report.close({ ended: 60_000, ...(problem !== undefined && { problem }) });
    return readFileSync(path, "utf8");
  };

  it("is a line of JSON for each record, between the beginning and the end", async () => {
    const text = await writeReport("report.jsonl");
    const lines = text.trimEnd().split("\n");
    const [first, ...rest] = lines.map((line) => JSON.parse(line));
    expect(first).to.deep.equal({
      report: "kalends",
      version: 1,
      command: "import",
      source: "https://old.example/",
      began: "1970-01-01T00:00:00.000Z",
    });
    expect(rest.slice(0, ENTRIES.length)).to.deep.equal(ENTRIES);
    expect(rest.slice(ENTRIES.length)).to.deep.equal([
      { note: "two images stay where they are" },
      {
        ended: "1970-01-01T00:01:00.000Z",
        counts: { events: { added: 2, failed: 1, unequal: 1 }, venues: { "kept out": 1 } },
      },
    ]);
    expect(text).to.not.match(/[^\P{Cc}\n]|\p{Bidi_Control}/u);
  });

  it("is a page that needs nothing else, in which what others wrote stays text", async () => {
    const page = await writeReport("report.html", "the old server answers no more");
    expect(page).to.match(/^<!doctype html>\n<html lang="en">/);
    expect(page).to.not.match(/<script|src=|href=|url\(/i);
    expect(page).to.not.match(/[^\P{Cc}\n]|\p{Bidi_Control}/u);
    expect(page).to.include("&lt;script&gt;").and.include("A &amp; B").and.include("The run ended early");
    const titles = [...page.matchAll(/<h2>(.*?)<\/h2>/g)].map(([, title]) => title);
    expect(titles).to.deep.equal(["Notes", "Failed (1)", "Different (1)", "Kept out (1)", "Remarks"]);
    expect(page).to.include("Gallery night").and.not.include("Quiet");
    expect(page).to.include('<th scope="row">events</th><td>2</td>');
    expect(existsSync(join(directory, "report.html.part"))).to.equal(false);
  });

  it("keeps what it has to list in a file beside it until it ends", async () => {
    const path = join(directory, "report.html");
    const report = openReportFile(path, HEADING);
    for (let id = 1; id <= 3000; id += 1)
      report.write({ outcome: "failed", list: "events", id, reason: "no date" });
    expect(readFileSync(`${path}.part`, "utf8").split("\n").length).to.be.above(500);
    expect(existsSync(path)).to.equal(false);
    await report.close({ ended: 1 });
    expect(readFileSync(path, "utf8").match(/no date/g)).to.have.length(3000);
  });

  it("is neither of other kinds nor in folders that are not there", () => {
    expect(() => openReportFile(join(directory, "report.pdf"), HEADING)).to.throw(ImportError, "report.pdf");
    expect(() => openReportFile(join(directory, "none", "report.html"), HEADING)).to.throw("ENOENT");
  });
});
