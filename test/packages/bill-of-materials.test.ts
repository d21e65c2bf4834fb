import { expect } from "chai";
import { type BillOfMaterials, billOfMaterials } from "./bill-of-materials.ts";
import { publishedPackages } from "./published-packages.ts";

describe("the bill of materials of a release", () => {
  let bill: BillOfMaterials;
  before(async () => {
    bill = await billOfMaterials();
  });

  const refs = (): readonly string[] => bill.components.map((component) => component["bom-ref"]);

  it("is CycloneDX, and names nothing twice or that it does not have", () => {
    expect(bill).to.include({ bomFormat: "CycloneDX" });
    expect(bill.metadata.component.name).to.equal("kalends");
    expect(new Set(refs()).size).to.equal(refs().length);
    const known = new Set([...refs(), bill.metadata.component["bom-ref"]]);
    for (const { ref, dependsOn } of bill.dependencies)
      for (const one of [ref, ...dependsOn]) expect(known.has(one), one).to.equal(true);
  });

  it("has every package that is published, with its dependencies", () => {
    for (const { manifest } of publishedPackages())
      for (const name of [manifest.name, ...Object.keys(manifest.dependencies ?? {})])
        expect(
          bill.components.some((component) => component.name === name),
          name,
        ).to.equal(true);
  });

  it("has what is copied into ours, as a part of a release", () => {
    const copied = bill.components.find(({ name }) => name === "swagger-ui-dist");
    expect(copied?.scope).to.equal("required");
    expect(copied?.properties).to.deep.include({ name: "kalends:bundled", value: "true" });
  });

  it("knows the licence of everything", () => {
    for (const { name, licenses = [] } of bill.components) expect(licenses, name).to.have.lengthOf.above(0);
  });

  it("has nothing that is only there to build and to test", () => {
    const names = bill.components.map(({ name }) => name);
    for (const name of [
      "typescript",
      "esbuild",
      "playwright-core",
      "@scarf/scarf",
      "@kalends/test",
      "@kalends/bench",
    ])
      expect(names).not.to.include(name);
  });
});
