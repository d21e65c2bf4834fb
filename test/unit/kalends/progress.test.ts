import { expect } from "chai";
import { createProgress, type Progress, type ProgressOptions, runCommandLine } from "kalends/internals";

/** Starts the progress output of a command, with fake streams and a fake clock. */
const startProgress = (
  isTTY: boolean,
  options: ProgressOptions,
): Progress & { readonly lines: string[]; readonly shown: string[]; pass(seconds: number): void } => {
  const lines: string[] = [];
  const shown: string[] = [];
  let now = Date.UTC(2030, 0, 1);
  const context = {
    warn: (line: string) => void lines.push(line),
    showProgress: (text: string) => void shown.push(text),
    stderr: { isTTY, write: () => {} },
  };
  const pass = (seconds: number): void => {
    now += seconds * 1000;
  };
  return { ...createProgress(context, { clock: { now: () => now }, ...options }), lines, shown, pass };
};

describe("progress of a command", () => {
  it("is one line on a terminal: done, left, rate and time to go", () => {
    const { at, pass, end, shown, lines } = startProgress(true, { nouns: "events", total: 1000 });
    at(0);
    pass(5);
    at(250);
    pass(0.01);
    at(251);
    pass(14.99);
    at(1000);
    end();
    expect(shown).to.deep.equal([
      "0 of 1000 events, 1000 left",
      "250 of 1000 events, 750 left, 50 a second, 15 s to go",
      "1000 of 1000 events, 0 left, 50 a second",
      "",
    ]);
    expect(lines).to.deep.equal([]);
  });

  it("is silent elsewhere when it is short", () => {
    const { at, pass, lines } = startProgress(false, { nouns: "events", total: 20_000 });
    for (let second = 0; second < 9; second += 1) {
      at(second * 2000);
      pass(1);
    }
    expect(lines).to.deep.equal([]);
  });

  it("has a line elsewhere after ten seconds, then after ten more, or 5,000 records", () => {
    const { at, pass, lines } = startProgress(false, { nouns: "events" });
    pass(10);
    at(100);
    pass(9);
    at(200);
    pass(1);
    at(300);
    pass(2);
    at(5300);
    pass(0.5);
    at(10_400);
    expect(lines).to.deep.equal([
      "100 events, 10 a second",
      "300 events, 15 a second",
      "5300 events, 241 a second",
    ]);
  });

  it("says hours and minutes, takes a total that comes later, and none that is too low", () => {
    const { at, pass, shown } = startProgress(true, { nouns: "records", before: 1000 });
    pass(10);
    at(1005, 8205);
    pass(10);
    at(1100, 1700);
    pass(10);
    at(1700, 1699);
    expect(shown).to.deep.equal([
      "1005 of 8205 records, 7200 left, 0.5 a second, 4 h 0 min to go",
      "1100 of 1700 records, 600 left, 5 a second, 2 min to go",
      "1700 records, 23 a second",
    ]);
  });

  it("never leaves a part of its line before or behind another one", async () => {
    let written = "";
    const write = (text: string): void => {
      written += text;
    };
    const stream = { isTTY: true, columns: 20, write };
    const code = await runCommandLine(["seed", "--events", "1"], {
      env: { KALENDS_STORAGE: "sqlite::memory:" },
      stdin: process.stdin,
      stdout: stream,
      stderr: stream,
      untilStopped: async () => {},
    });
    expect(code).to.equal(0);
    expect(written).to.equal("\r\u001b[K1 of 1 event, 0 lef\r\u001b[KSeeded 1 event.\n");
  });
});
