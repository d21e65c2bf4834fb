import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { openSqliteStore } from "@kalends/store-sqlite";
import { measure, warmUp } from "./load.ts";
import { inTurn } from "./questions.ts";
import { type Running, startKalends } from "./server.ts";

/**
 * `node bench/dist/places.js --venues 100000 --seconds 4`: lists by place beside the plain list of the same run, with the
 * geolocation plugin where it is there. One event a venue; 500 of the venues lie in one town, the others all over the world.
 */
const { values: options } = parseArgs({
  options: {
    venues: { type: "string", default: "100000" },
    seconds: { type: "string", default: "4" },
  },
});
const seconds = Number(options.seconds);
const IN_TOWN = 500;
const BATCH = 5000;

type Store = Awaited<ReturnType<typeof openSqliteStore>>;
type Venue = Parameters<Store["venues"]["save"]>[0];
type Event = Parameters<Store["events"]["save"]>[0];

const PLUGIN = "@kalends/geolocation";

const findPlugin = (): string | undefined => {
  try {
    return fileURLToPath(import.meta.resolve(PLUGIN));
  } catch {
    return undefined;
  }
};

const toWindow = (n: number): string =>
  `start_date=2030-01-01+${new Date(n * 1000).toISOString().slice(11, 19)}&end_date=2031-12-31`;
const AROUND = "geoloc_lat=48.2&geoloc_lng=16.4&geoloc_radius=25";
const LISTS: Readonly<Record<string, string>> = {
  "plain list of 10": "/events",
  "within 25 km": `/events?${AROUND}`,
  "nearest first": `/events?${AROUND}&orderby=distance`,
  "in a box": "/events?bbox=16,48,17,48.5",
  "venues within": `/venues?${AROUND}`,
};

const post = (id: number, kind: string) => ({
  id,
  author: 1,
  status: "publish",
  slug: `${kind}-${id}`,
  date: "2029-12-01 12:00:00",
  dateUtc: "2029-12-01 12:00:00",
  modified: "2029-12-01 12:00:00",
  modifiedUtc: "2029-12-01 12:00:00",
  description: "<p>A place and an hour, with a few words about them.</p>",
  excerpt: "",
  lineage: [],
  extensions: {},
  showMap: true,
  showMapLink: true,
  website: "",
});

/** Places that look random and are the same in every run: the golden ratio spreads them evenly. */
const spread = (index: number, factor: number): number => (index * factor) % 1;

const venueOf = (index: number): Venue => {
  const [across, along] = [spread(index, 0.6180339887), spread(index, 0.7548776662)];
  const isInTown = index < IN_TOWN;
  return {
    ...post(1 + index, "venue"),
    name: `Venue ${index}`,
    address: `Street ${index}`,
    city: "",
    country: "",
    province: "",
    state: "",
    zip: "",
    phone: "",
    stateProvince: "",
    coordinates: isInTown
      ? { lat: 48.1 + across / 5, lng: 16.3 + along / 5 }
      : { lat: -60 + across * 100, lng: -180 + along * 360 },
  };
};

const eventOf = (index: number, first: number): Event => {
  const day = new Date(Date.UTC(2030, 0, 1 + (index % 700), 10)).toISOString().slice(0, 10);
  const [start, end] = [`${day} 10:00:00`, `${day} 12:00:00`];
  return {
    ...post(first + index, "event"),
    title: `Event ${index}`,
    schedule: {
      start,
      end,
      utcStart: start,
      utcEnd: end,
      timezone: "UTC",
      abbreviation: "UTC",
      allDay: false,
    },
    cost: { values: [], symbol: "", position: "" },
    hideFromListings: false,
    sticky: false,
    featured: false,
    categoryIds: [],
    tagIds: [],
    organizerIds: [],
    venueId: 1 + index,
  };
};

const fill = async (file: string, count: number): Promise<void> => {
  const store = await openSqliteStore(file, { synchronous: "normal" });
  for (let from = 0; from < count; from += BATCH) {
    await store.transaction(async ({ venues, events }) => {
      for (let index = from; index < Math.min(count, from + BATCH); index += 1) {
        await venues.save(venueOf(index));
        await events.save(eventOf(index, 1 + count));
      }
    });
  }
  await store.ids.reserve("record", 2 * count + 1);
  await store.close();
};

const compare = async (title: string, server: Running): Promise<void> => {
  const rows: string[] = [];
  let plain: number | undefined;
  for (const [name, path] of Object.entries(LISTS)) {
    const joint = path.includes("?") ? "&" : "?";
    // Each is another window, so that nothing is answered from memory.
    const asked = inTurn((n) => ({
      path: `${path}${joint}${path.startsWith("/events") ? toWindow(n) : `new=${n}`}`,
    }));
    const { total } = (await (await fetch(server.url + asked().path)).json()) as { readonly total: number };
    await warmUp({ server, asked });
    const { perSecond, p50, p99, failures } = await measure({ server, asked }, { seconds });
    plain ??= perSecond;
    const figures = [
      total,
      perSecond.toFixed(0),
      p50.toFixed(1),
      p99.toFixed(1),
      (perSecond / plain).toFixed(2),
    ];
    rows.push(
      [name.padEnd(18), ...figures.map((figure) => String(figure).padStart(9)), failures || ""].join(""),
    );
  }
  const heading = ["total", "a second", "p50 ms", "p99 ms", "x plain"]
    .map((text) => text.padStart(9))
    .join("");
  console.log(`\n${title.padEnd(18)}${heading}\n${rows.join("\n")}`);
  await server.stop();
};

const plugin = findPlugin();
if (plugin === undefined) console.log(`${PLUGIN} is not there: nothing to measure.`);
else {
  const folder = mkdtempSync(join(tmpdir(), "kalends-places-"));
  const file = join(folder, "calendar.db");
  try {
    await fill(file, Number(options.venues));
    console.log(`${options.venues} venues and events, ${seconds} s each, 8 connections`);
    const environment = { ...process.env, KALENDS_STORAGE: `sqlite:${file}`, KALENDS_PLUGINS: plugin };
    await compare("kalends serve", await startKalends(environment));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
