import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { Session } from "node:inspector/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createCalendar } from "kalends";

/** Request to the API. */
interface LoadRequest {
  readonly method?: string;
  readonly path: string;
  readonly body?: object;
}

const CATEGORY = { name: "Concerts" };
const toEvent = (n: number, more: object = {}): object => ({
  title: `Concert ${n}`,
  status: "publish",
  start_date: `2031-05-0${n} 19:00:00`,
  end_date: `2031-05-0${n} 22:00:00`,
  ...more,
});
const EVENTS = 9;
const LIST = "/events?start_date=2031-05-01&end_date=2031-05-31&categories=1";
const CREATED = {
  method: "POST",
  path: "/events",
  body: toEvent(1, {
    title: "Opening night",
    venue: { venue: "Harbour Hall", city: "Bremen" },
    organizer: { organizer: "Harbour Society", email: "hello@harbour.example" },
    categories: ["Openings"],
  }),
} as const;

const CASES: Readonly<Record<string, { readonly before?: LoadRequest; readonly source: LoadRequest }>> = {
  list: { source: { path: LIST } },
  one: { source: { path: "/events/3" } },
  cached: { before: { path: LIST }, source: { path: LIST } },
  create: { source: CREATED },
  batch: { source: { method: "POST", path: "/batch", body: { atomic: true, requests: [CREATED] } } },
};

/**
 * Script of `npm run trace -- list`. Counts the functions of this project that run for one request, by V8's
 * precise coverage. Module bodies are not counted.
 * The request runs in this process, on a SQLite file and without plugins. `--names` also prints the names of
 * the functions.
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { names: { type: "boolean", default: false } },
});
const chosen = CASES[positionals[0] ?? ""];
if (chosen === undefined) {
  console.error(`Name one of ${Object.keys(CASES).join(", ")}: npm run trace -- list`);
  process.exit(1);
}

const folder = mkdtempSync(join(tmpdir(), "kalends-trace-"));
const calendar = await createCalendar({
  storage: `sqlite:${join(folder, "calendar.db")}`,
  media: join(folder, "media"),
  plugins: [],
  scheduler: false,
  timezone: "UTC",
  // Requests that write are sent as an administrator, all others as an anonymous visitor.
  identity: ({ method }) => (method === "POST" ? { id: 1, roles: ["administrator"] } : undefined),
  // The logger ignores debug messages, as in production.
  logger: {
    ...{ debug: () => {}, info: () => {}, warn: console.warn, error: console.error },
    isEnabled: (severity) => severity !== "debug",
  },
});
const server = createServer(calendar.callback);
await new Promise<void>((resolve) => {
  server.listen(0, "127.0.0.1", resolve);
});
const { port } = server.address() as AddressInfo;

const sendRequest = async ({ method = "GET", path, body }: LoadRequest): Promise<void> => {
  const response = await fetch(`http://127.0.0.1:${port}/wp-json/tribe/events/v1${path}`, {
    method,
    ...(body && { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
};

await sendRequest({ method: "POST", path: "/categories", body: CATEGORY });
for (let n = 1; n <= EVENTS; n += 1)
  await sendRequest({ method: "POST", path: "/events", body: toEvent(n, { categories: [1] }) });
await sendRequest({ path: "/events?page=1" });
if (chosen.before) await sendRequest(chosen.before);

const session = new Session();
session.connect();
await session.post("Profiler.enable");
await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
// Pending work and the start of the coverage also run functions. They must end before the request, so that
// only functions of the request are counted.
await new Promise((resolve) => setTimeout(resolve, 100));
await session.post("Profiler.takePreciseCoverage");
await sendRequest(chosen.source);
const { result } = await session.post("Profiler.takePreciseCoverage");
session.disconnect();

const OURS = /^.*\/packages\/([\w-]+)\/dist\/(.*)\.js$/;

/** Names of the functions that ran, by `package/file`. */
const ran = new Map<string, string[]>();
for (const { url, functions } of result) {
  const [, packageName, file] = OURS.exec(url) ?? [];
  if (file === undefined || url.includes("/node_modules/")) continue;
  const names = functions
    // The first entry is the module itself. Its body is not counted.
    .filter(
      ({ functionName, ranges: [whole] }) =>
        whole !== undefined && whole.count > 0 && (functionName !== "" || whole.startOffset > 0),
    )
    .map(({ functionName }) => functionName || "(anonymous)");
  if (names.length > 0) ran.set(`${packageName}/${file}`, names);
}

const total = { functions: 0, files: 0 };
const byPackage = new Map<string, { functions: number; files: number }>();
for (const [file, names] of ran) {
  const packageName = file.slice(0, file.indexOf("/"));
  const counts = byPackage.get(packageName) ?? { functions: 0, files: 0 };
  byPackage.set(packageName, counts);
  for (const one of [counts, total]) {
    one.functions += names.length;
    one.files += 1;
  }
}
for (const [packageName, counts] of [...byPackage, ["in all", total] as const])
  console.log(
    `${packageName.padEnd(16)}${String(counts.functions).padStart(5)} functions${String(counts.files).padStart(5)} files`,
  );
if (values.names) for (const [file, names] of [...ran].sort()) console.log(`${file}: ${names.join(", ")}`);

await new Promise((resolve) => server.close(resolve));
await calendar.close();
rmSync(folder, { recursive: true });
