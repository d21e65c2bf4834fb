import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { roundTrip } from "./roundtrip.ts";

const FIXTURE = fileURLToPath(new URL("../../fixtures/reference-site", import.meta.url));

describe("importing list pages of another server", () => {
  it("reads every record back as it was, and changes nothing the second time", async function () {
    this.timeout(60_000);
    const { imports, verify } = await roundTrip(FIXTURE);
    expect(imports[0]).to.match(/events: 6 added, 0 already there/);
    expect(imports[1])
      .to.match(/events: 0 added, 6 already there/)
      .and.not.match(/[1-9]\d* (added|updated)/);
    expect(verify).to.match(/^Nothing was lost: (\d+) of \1 records are equal\.$/m);
  });
});
