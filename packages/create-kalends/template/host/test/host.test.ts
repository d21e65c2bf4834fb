import { expect } from "chai";
import { type Host, startHost } from "../src/host.ts";

describe("my-plugin", () => {
  let host: Host;
  before(async () => {
    host = await startHost({ port: 0, calendar: { storage: "sqlite::memory:" } });
  });
  after(() => host.close());

  const events = (): string => `${host.origin}/wp-json/tribe/events/v1/events`;

  it("has pages of its own", async () => {
    expect(await (await fetch(host.origin)).text()).to.include("Welcome");
  });

  it("has a calendar that everybody reads", async () => {
    const answer = await fetch(events());
    expect(answer.status).to.equal(200);
    expect(await answer.json())
      .to.have.property("events")
      .that.deep.equals([]);
  });

  it("lets visitors write nothing", async () => {
    const body = new URLSearchParams({ title: "Fair", start_date: "2031-05-01", end_date: "2031-05-01" });
    expect((await fetch(events(), { method: "POST", body })).status).to.equal(401);
  });
});
