import { gzipSync } from "node:zlib";
import { expect } from "chai";
import { calendar, vevent } from "../read/reading.ts";
import { NAMESPACE, STORAGES } from "../start-calendar.ts";
import { type Remote, type Started, startImport, startRemote } from "./start-import.ts";

const text = calendar(vevent("a@a.example", "SUMMARY:k\xf9\xf2", "DTSTART:20310506T200000Z"));
const TYPE = "text/calendar; charset=windows-1250";

describe("the charset of a calendar", () => {
  let started: Started;
  let remote: Remote;
  beforeEach(async () => {
    [started, remote] = await Promise.all([startImport(STORAGES[0] ?? "sqlite"), startRemote()]);
  });
  afterEach(() => Promise.all([started.close(), remote.close()]));
  const titles = async () => (await started.events()).map(({ title }) => title);

  it("counts in a body", async () => {
    const response = await fetch(`${started.origin}${NAMESPACE}/import`, {
      method: "POST",
      headers: { "content-type": TYPE, authorization: "Test x", "x-role": "editor" },
      body: Buffer.from(text, "latin1"),
    });
    expect(response.status).to.equal(200);
    expect(await titles()).to.deep.equal(["kůň"]);
  });

  it("counts at an address, compressed or not", async () => {
    remote.answer((_request, response) => {
      response.writeHead(200, { "content-type": TYPE, "content-encoding": "gzip" });
      response.end(gzipSync(Buffer.from(text, "latin1")));
    });
    await started.write("POST", "/import", { url: remote.url });
    expect(await titles()).to.deep.equal(["kůň"]);
  });

  it("counts on the command line", async () => {
    remote.answer((_request, response) => {
      response.writeHead(200, { "content-type": TYPE });
      response.end(Buffer.from(text, "latin1"));
    });
    expect(await started.command("import", remote.url)).to.match(/1 added/);
    expect(await titles()).to.deep.equal(["kůň"]);
  });
});
