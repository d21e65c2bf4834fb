import { expect } from "chai";
import { describeReport, fuzz } from "../hostile/fuzz/fuzz.ts";
import { stores } from "../stores.ts";

const REQUESTS = Number(process.env.REQUESTS ?? 100_000);
/** Number of requests after which the progress is printed. */
const STEP = 10_000;

for (const store of stores)
  describe(`requests made of the document of the interface, on ${store.name}, many and on 1,000 events`, () => {
    it("are answered soundly, as documented, within a second, and with nothing that is not for the caller", async () => {
      const seed = Number(process.env.SEED);
      let next = REQUESTS - STEP;
      const progress = (left: number, findings: readonly string[]): void => {
        if (left > next) return;
        next = left - STEP;
        console.log(`      ${left} left, ${findings.length} findings so far`, ...findings);
      };
      const report = await fuzz(store, { requests: REQUESTS, seed, events: 1000, slowest: 1000, progress });
      console.log(`      SEED=${seed}: ${describeReport(report)}`);
      expect(report.findings, report.findings.join("\n")).to.deep.equal([]);
      expect(report.memory).to.be.below(450);
    });
  });
