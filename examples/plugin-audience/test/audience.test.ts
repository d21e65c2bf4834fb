import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect } from "chai";
import { type Calendar, createCalendar } from "kalends";
import { plugin } from "../src/index.ts";

const BIN = fileURLToPath(import.meta.resolve("kalends/bin/kalends.js"));
const PASSWORD = "a long password for this test";
const NOW = Date.UTC(2031, 2, 10);
const WHEN = { start_date: "2031-04-01 10:00:00", end_date: "2031-04-01 12:00:00" };

interface Listed {
  readonly events: readonly { readonly title: string; readonly audience: string | null }[];
  readonly next_rest_url?: string;
}

describe("plugin-audience", () => {
  let directory: string;
  let calendar: Calendar;
  let server: Server;
  let namespace: string;

  before(async () => {
    directory = mkdtempSync(join(tmpdir(), "kalends-audience-"));
    const storage = `sqlite:${join(directory, "kalends.db")}`;
    const arguments_ = [BIN, "user", "add", "editor", "--role", "editor", "--password", PASSWORD];
    await promisify(execFile)(process.execPath, arguments_, {
      cwd: directory,
      env: { ...process.env, KALENDS_STORAGE: storage },
    });
    calendar = await createCalendar({ storage, plugins: [plugin()], clock: { now: () => NOW } });
    server = createServer(calendar.callback);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    namespace = `http://127.0.0.1:${(server.address() as AddressInfo).port}/wp-json/tribe/events/v1`;
  });
  after(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await calendar.close();
    rmSync(directory, { recursive: true, force: true });
  });

  const write = (path: string, values: object): Promise<Response> =>
    fetch(namespace + path, {
      method: "POST",
      headers: {
        authorization: `Basic ${Buffer.from(`editor:${PASSWORD}`).toString("base64")}`,
        "content-type": "application/json",
      },
      body: JSON.stringify(values),
    });
  const add = async (title: string, audience?: string): Promise<number> => {
    const response = await write("/events", { title, ...WHEN, audience });
    expect(response.status).to.equal(201);
    return ((await response.json()) as { readonly id: number }).id;
  };
  const list = async (query: string): Promise<Listed> => {
    const response = await fetch(`${namespace}/events?${query}`);
    return (await response.json()) as Listed;
  };

  it("keeps, shows and changes whom an event is for", async () => {
    const id = await add("Puppets", "children");
    await write(`/events/${id}`, { title: "Puppet show" });
    const shown = async () =>
      (await (await fetch(`${namespace}/events/${id}`)).json()) as Listed["events"][0];
    expect(await shown()).to.include({ title: "Puppet show", audience: "children" });
    await write(`/events/${id}`, { audience: null });
    expect(await shown()).to.include({ audience: null });
    await write(`/events/${id}`, { audience: "families" });
    expect((await write(`/events/${id}`, { audience: "cats" })).status).to.equal(400);
    expect(await shown()).to.include({ audience: "families" });
  });

  it("narrows the list, also on its further pages", async () => {
    await add("Wine", "adults");
    await add("Whisky", "adults");
    await add("Walk");
    const first = await list("audience=adults,families&per_page=2");
    expect(first.events.map(({ title }) => title)).to.deep.equal(["Puppet show", "Wine"]);
    const second = await list(new URL(first.next_rest_url ?? "").search.slice(1));
    expect(second.events.map(({ title }) => title)).to.deep.equal(["Whisky"]);
    expect((await fetch(`${namespace}/events?audience=cats`)).status).to.equal(400);
  });

  it("counts what the caller may see", async () => {
    const draft = await write("/events", { title: "Draft", ...WHEN, audience: "adults", status: "draft" });
    expect(draft.status).to.equal(201);
    expect(await (await fetch(`${namespace}/audiences`)).json()).to.deep.equal({
      audiences: [
        { name: "everyone", count: 0 },
        { name: "adults", count: 2 },
        { name: "children", count: 0 },
        { name: "families", count: 1 },
      ],
    });
  });
});
