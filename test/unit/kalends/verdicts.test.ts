import { createImportReport, type ImportReport, type VerifyResult } from "@kalends/import";
import { expect } from "chai";
import { importVerdict, verifyVerdict } from "kalends/internals";

const countsOf = (fill: (report: ImportReport) => void) => {
  const report = createImportReport({ warn: () => {} });
  fill(report);
  return report.counts();
};

const many = (count: number, work: () => unknown): void => {
  for (let index = 0; index < count; index += 1) work();
};

const compared = (
  records: number,
  equal: number,
  problems: readonly string[] = [],
  imagesLeft = 0,
): VerifyResult => ({
  ...{ records, equal, problems, imagesLeft, rules: [], notes: [] },
});

describe("verdicts", () => {
  it("come after so many notes as are shown, and after every failure and conflict", () => {
    const lines: string[] = [];
    const report = createImportReport({ warn: (line) => lines.push(line), shownNotes: 3 });
    for (const outcome of ["kept out", "failed", "conflict"] as const)
      many(5, () => report.entry({ list: "events", name: "Fair", outcome, reason: outcome }));
    const count = (outcome: string): number => lines.filter((line) => line.endsWith(`${outcome}.`)).length;
    expect(["kept out", "failed", "conflict"].map(count)).to.deep.equal([3, 5, 5]);
    expect(report.counts().hiddenNotes).to.equal(2);
  });

  it("on imports say first what failed, then what was left out, then that nothing was lost", () => {
    const verdict = (fill: (report: ImportReport) => void, isDry = false): string =>
      importVerdict(countsOf(fill), isDry);
    const all = (report: ImportReport): void => many(1332, () => report.added("events"));
    expect(verdict(all)).to.equal("Nothing was lost: 1,332 of 1,332 records are here.");
    expect(verdict(all, true)).to.equal("1,332 of 1,332 records can be imported.");
    const failing = (report: ImportReport): void => {
      all(report);
      many(37, () => report.entry({ list: "events", outcome: "failed", reason: "no title" }));
      report.failed("page.json", 0, "the record is not an object");
    };
    expect(verdict(failing)).to.match(/^38 of 1,370 records were not imported\. .*correct it at the source/);
    expect(verdict(failing, true)).to.match(/^38 of 1,370 records cannot be imported\. /);
    expect(
      verdict((report) => {
        all(report);
        report.entry({ list: "events", outcome: "kept out", reason: "spam" });
        report.entry({ list: "events", outcome: "conflict", reason: "title" });
        report.cleaned("events", 5, ["description"]);
        report.added("images");
        report.entry({ list: "images", outcome: "failed", reason: "gone" });
      }),
    ).to.equal(
      "1,333 of 1,334 records are here; 1 is left out on purpose. 1 image could not be fetched and is not here: each is named with its reason. Fix the reason and import again.",
    );
    for (const [outcome, words] of [
      ["failed", "1 image could not be fetched and is not here"],
      ["kept out", "1 image is missing at the source, too"],
    ] as const) {
      const withImage = verdict((report) => {
        all(report);
        report.entry({ list: "images", outcome, reason: "404" });
      });
      expect(withImage).to.match(new RegExp(`^1,332 of 1,332 records are here\\. ${words}`));
    }
    expect(
      verdict((report) => {
        all(report);
        many(2, () => report.took("page.json", "skipped", "images", "Hall"));
      }),
    ).to.equal("1,332 of 1,332 records are here. 2 images are left at the source on purpose.");
    expect(
      verdict((report) => {
        all(report);
        report.disagree("events: 9 are announced, 8 were listed", "events");
      }),
    ).to.include("fewer or more records than it announced");
    expect(
      verdict((report) => {
        all(report);
        report.resumed(206);
      }),
    ).to.equal(
      "Nothing was lost: 1,332 of 1,332 records are here. 206 more were imported by the interrupted run: `kalends verify` compares all.",
    );
    expect(verdict(() => {})).to.equal("The source has no records.");
  });

  it("on comparisons say that nothing was lost only if everything is equal", () => {
    expect(verifyVerdict([compared(1000, 1000), compared(70, 70)], false)).to.equal(
      "Nothing was lost: 1,070 of 1,070 records are equal.",
    );
    expect(verifyVerdict([compared(200, 200)], true)).to.match(/^Nothing was lost of the sample: /);
    expect(verifyVerdict([compared(1070, 1069)], false)).to.match(
      /^1 of 1,070 records is not equal, or not here\. /,
    );
    expect(verifyVerdict([compared(10, 10, ["events: ..."])], false)).to.include("Compare again");
    expect(verifyVerdict([compared(10, 10, [], 3), compared(5, 5, [], 1)], false)).to.match(
      /^15 of 15 records are equal\. 4 images are only at the old site, and would be lost with it: /,
    );
    expect(verifyVerdict([compared(10, 9, [], 1)], false)).to.match(/^1 of 10 .* 1 image is only at the old/);
    expect(verifyVerdict([compared(0, 0)], false)).to.equal("The source has no records to compare.");
  });
});
