import { expect } from "chai";
import { stores } from "../../stores.ts";
import { describeReport, fuzz } from "./fuzz.ts";

/**
 * Number of requests for the first store and for the other stores. Most requests are refused before they
 * reach the store.
 */
const REQUESTS = [2500, 300];

for (const [order, store] of stores.entries())
  describe(`requests made of the document of the interface, on ${store.name}`, () => {
    it("are answered soundly, as documented, and with nothing that is not for the caller", async () => {
      const seed = Number(process.env.SEED);
      const report = await fuzz(store, { requests: REQUESTS[order] ?? 300, seed, events: 30 });
      console.log(`      SEED=${seed}: ${describeReport(report)}`);
      expect(report.findings, report.findings.join("\n")).to.deep.equal([]);
      expect(report.memory).to.be.below(450);
    }).timeout(300_000);
  });
