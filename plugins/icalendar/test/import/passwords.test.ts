import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import type { GuardedFetchOptions } from "@kalends/core/internals";
import { fetchCalendar } from "@kalends/icalendar/internals";
import { expect } from "chai";
import { STORAGES } from "../start-calendar.ts";
import { type Started, startImport } from "./start-import.ts";

/** Returns the text of a file in an archive. The file may be compressed. */
const toText = (bytes: Buffer): string =>
  (bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes).toString("utf8");

const SECRET = "p%40ss-w0rd";

describe("credentials of a calendar elsewhere", () => {
  const headersFor = async (url: string): Promise<GuardedFetchOptions["headers"]> => {
    let sent: GuardedFetchOptions["headers"];
    const fetch = async (_url: string, { headers }: GuardedFetchOptions = {}) => {
      sent = headers;
      return { refusal: "host-silent" } as const;
    };
    await fetchCalendar(fetch, { url, credentials: { user: "ann", password: "pä:ss" } });
    return sent;
  };

  it("are sent over HTTPS only", async () => {
    const expected = `Basic ${Buffer.from("ann:pä:ss", "utf8").toString("base64")}`;
    expect((await headersFor("https://jazz.example/a.ics"))?.authorization).to.equal(expected);
    expect((await headersFor("http://jazz.example/a.ics"))?.authorization).to.equal(undefined);
  });
});

for (const store of STORAGES)
  describe(`passwords of subscriptions on ${store}`, () => {
    let started: Started;
    beforeEach(async () => {
      started = await startImport(store);
    });
    afterEach(() => started.close());
    const path = "/calendar-subscriptions";
    const url = `https://ann:${SECRET}@127.0.0.1/a.ics`;

    it("are shown nowhere, and are in no archive", async () => {
      const made = await started.write("POST", path, { url });
      expect(made).to.include({ url: "https://127.0.0.1/a.ics", has_password: true });
      const run = await started.request("editor", "POST", `${path}/${made.id}/run`);
      const texts = [
        ...[
          made,
          run.body,
          await started.write("GET", path),
          await started.write("GET", `${path}/${made.id}`),
        ],
        ...[started.lines, await started.command("calendar-subscription", "list")],
      ];
      const folder = join(started.folder, "archive");
      await started.command("export", folder);
      const files = await readdir(folder, { recursive: true, withFileTypes: true });
      const parts = files
        .filter((each) => each.isFile())
        .map((each) => readFile(join(each.parentPath, each.name)));
      const archive = (await Promise.all(parts)).map((bytes) => toText(bytes)).join("\n");
      expect(archive).to.include("127.0.0.1/a.ics");
      for (const text of [...texts.map((each) => JSON.stringify(each)), archive])
        for (const secret of [SECRET, "p@ss-w0rd", "ann:"]) expect(text).not.to.include(secret);
    });

    it("stay with their origin alone", async () => {
      const { id } = await started.write("POST", path, { url });
      const change = async (address: string): Promise<readonly unknown[]> => {
        const { url: shown, has_password: has } = await started.write("PATCH", `${path}/${id}`, {
          url: address,
        });
        return [shown, has];
      };
      const [here, there] = ["https://127.0.0.1/b.ics", "https://127.0.0.2/b.ics"];
      expect(await change(here)).to.deep.equal([here, true]);
      expect(await change(there)).to.deep.equal([there, false]);
      expect(await change(here)).to.deep.equal([here, false]);
    });

    it("are refused in addresses without HTTPS, which change nothing", async () => {
      for (const [method, place] of [
        ["POST", path],
        ["POST", "/import"],
      ] as const) {
        const { status, text } = await started.request("editor", method, place, {
          url: `http://a:${SECRET}@127.0.0.1/`,
        });
        expect(status).to.equal(400);
        expect(text).to.include("need HTTPS").and.not.include(SECRET);
      }
      expect((await started.write("GET", path)).subscriptions).to.deep.equal([]);
    });
  });
