import { expect } from "chai";
import { installedWith } from "../packages/installed-with.ts";

describe("what is installed with kalends in a host", () => {
  it("is no package that reports installations", () => {
    const places = [...installedWith("packages/kalends")];
    expect(places).to.include.members(["packages/http", "node_modules/koa"]);
    expect(places.filter((place) => /node_modules\/@scarf\/|swagger-ui/.test(place))).to.deep.equal([]);
  });
});
