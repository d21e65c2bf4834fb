import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { type BusySites, type ListedEvent, startBusySites } from "./busy-site.ts";
import { MISSING, run, runPython } from "./installed.ts";

const skippedFor = (...names: readonly (keyof typeof MISSING)[]): string => {
  const missing = names.filter((name) => MISSING[name]);
  return missing.length === 0 ? "" : ` (skipped: there is no ${missing.join(" and no ")})`;
};

/** Python program that prints the kind, the time zone and the start in UTC of each event. */
const PARSE = `
import json, sys
from datetime import datetime, timezone
import icalendar
calendar = icalendar.Calendar.from_ical(open(sys.argv[1], "rb").read())
def fields_of(event):
    start = event["DTSTART"]
    isDay = not isinstance(start.dt, datetime)
    utc = None if isDay else start.dt.astimezone(timezone.utc).strftime("%Y-%m-%d %H:%M:%S")
    return {
        "title": str(event["SUMMARY"]), "uid": str(event["UID"]), "errors": [str(e) for e in event.errors],
        "zone": start.params.get("TZID"), "day": str(start.dt) if isDay else None, "utc": utc,
        "kind": "change" if "RECURRENCE-ID" in event else "series" if "RRULE" in event or "RDATE" in event else "single",
    }
print(json.dumps([fields_of(event) for event in calendar.walk("VEVENT")]))
`;

interface Parsed {
  readonly title: string;
  readonly uid: string;
  readonly errors: readonly string[];
  readonly zone: string | null;
  readonly day: string | null;
  readonly utc: string | null;
  readonly kind: "single" | "series" | "change";
}

/** Folder that Linux keeps in memory. */
const MEMORY = "/dev/shm";

describe("programs that read the feed of a calendar with a thousand events", function () {
  this.timeout(240_000);
  let sites: BusySites;
  let folder: string;
  before(async function () {
    if (Object.values(MISSING).every((isMissing) => isMissing)) this.skip();
    sites = await startBusySites();
    // Both programs write a thousand files and wait for the disk after each one, so a folder in memory is
    // used.
    folder = await mkdtemp(join(existsSync(MEMORY) ? MEMORY : tmpdir(), "programs-"));
  });
  after(async () => {
    await sites?.close();
    if (folder !== undefined) await rm(folder, { recursive: true });
  });

  (MISSING.icalendar ? it.skip : it)(`agree on it: python3-icalendar${skippedFor("icalendar")}`, async () => {
    const parsed: Parsed[] = [];
    for (const feed of sites.feeds) {
      const file = join(folder, "feed.ics");
      await writeFile(file, await (await fetch(feed)).text());
      parsed.push(...((await runPython(folder, PARSE, file)) as readonly Parsed[]));
    }
    expect(parsed).to.have.length(sites.components);
    expect(parsed.flatMap(({ errors }) => errors)).to.deep.equal([]);
    const whole = parsed.filter(({ kind }) => kind !== "change");
    expect(new Set(whole.map(({ uid }) => uid)).size).to.equal(whole.length);
    const singles = parsed.filter(({ kind }) => kind === "single");
    const line = ({ title, day, utc, zone }: Parsed) =>
      [title, day ?? utc, day === null ? zone : null].join("|");
    const expected = sites.listed
      .filter(({ is_recurring }) => !is_recurring)
      .map((event) =>
        [
          event.title,
          event.all_day ? event.start_date.slice(0, 10) : event.utc_start_date,
          // Time zones without an IANA name are written in UTC.
          event.all_day || event.timezone.startsWith("UTC") ? null : event.timezone,
        ].join("|"),
      );
    expect(singles.map(line).toSorted()).to.deep.equal(expected.map(clean).toSorted());
  });

  (MISSING.vdirsyncer || MISSING.khal ? it.skip : it)(
    `agree on it: vdirsyncer and khal${skippedFor("vdirsyncer", "khal")}`,
    async () => {
      const items = sites.feeds.map((_, place) => join(folder, `items-${place}`));
      for (const path of items) await mkdir(path);
      await writeFile(join(folder, "vdirsyncer.conf"), toSyncConfig(folder, items, sites.feeds));
      const sync = (...command: readonly string[]) =>
        run(folder, "vdirsyncer", ["-c", "vdirsyncer.conf", ...command]);
      await sync("discover");
      await sync("sync");
      const files = (await Promise.all(items.map((path) => readdir(path)))).flat();
      // The program writes one file per series or single event.
      expect(files.filter((name) => name.endsWith(".ics"))).to.have.length(sites.components - 3);

      await writeFile(join(folder, "khal.conf"), toKhalConfig(folder, items));
      const format = "{title}|{start-long-full}|{end-long-full}|{uid}";
      const shown = await run(folder, "khal", [
        ...["-c", "khal.conf", "list", "--notstarted", "--day-format", "", "--format", format],
        ...["2026-11-20", "750d"],
      ]);
      // khal lists an event of several days once for each day.
      const lines = new Set(shown.split("\n").filter((line) => line !== ""));
      const found = [...lines].map((line) => clean(line.slice(0, line.lastIndexOf("|"))));
      const expected = sites.listed.map(toKhalLine).map(clean);
      expect(
        found.filter((line) => !expected.includes(line)),
        "what khal alone shows",
      ).to.deep.equal([]);
      expect(found.toSorted()).to.deep.equal(expected.toSorted());
    },
  );
});

const toKhalLine = (event: ListedEvent): string => {
  const [start, end] = event.all_day
    ? [event.start_date, event.end_date].map((time) => `${time.slice(0, 10)} 00:00:00`)
    : [event.utc_start_date, event.utc_end_date];
  return [event.title, start, end].join("|");
};

/** Replaces each sequence of white space by a space. The tests ignore differences in white space. */
const clean = (line: string): string => line.replace(/\s+/g, " ").trim();

const toSyncConfig = (folder: string, items: readonly string[], feeds: readonly string[]): string =>
  [
    `[general]\nstatus_path = "${join(folder, "status")}"\n`,
    ...items.map(
      (path, place) => `
[pair feed${place}]
a = "remote${place}"
b = "local${place}"
collections = null
[storage remote${place}]
type = "http"
url = "${feeds[place]}"
[storage local${place}]
type = "filesystem"
path = "${path}"
fileext = ".ics"
`,
    ),
  ].join("");

const toKhalConfig = (folder: string, items: readonly string[]): string => `
[calendars]
${items.map((path, place) => `[[site${place}]]\npath = ${path}\nreadonly = True`).join("\n")}
[sqlite]
path = ${join(folder, "khal.db")}
[locale]
timeformat = %H:%M:%S
dateformat = %Y-%m-%d
longdateformat = %Y-%m-%d
datetimeformat = %Y-%m-%d %H:%M:%S
longdatetimeformat = %Y-%m-%d %H:%M:%S
local_timezone = UTC
default_timezone = UTC
`;
