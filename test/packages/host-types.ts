import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect } from "chai";
import { installedFor } from "./installed-with.ts";
import { ROOT } from "./published-packages.ts";

const FRAMEWORKS: readonly string[] = [
  ...["express", "@types/express", "koa", "@types/koa", "fastify", "@fastify/middie"],
  ...["hono", "@hono/node-server", "@types/node"],
];

const OPEN = `import { createCalendar } from "kalends";
const calendar = await createCalendar({ storage: "sqlite::memory:", mountPath: "/calendar" });
`;

const HOSTS = {
  express: `${OPEN}import express from "express";
const app = express();
app.use("/calendar", calendar.callback);
app.use(calendar.website.callback);
app.listen(3000);
`,
  fastify: `${OPEN}import middie from "@fastify/middie";
import Fastify from "fastify";
const app = Fastify();
await app.register(middie);
app.use(calendar.callback);
app.addHook("preClose", () => calendar.close());
await app.listen({ port: 3000 });
`,
  hono: `${OPEN}import { createServer } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
const app = new Hono().get("/", (context) => context.text("Welcome."));
const listener = getRequestListener(app.fetch);
createServer((request, response) =>
  calendar.callback(request, response, () => void listener(request, response)),
).listen(3000);
`,
  node: `${OPEN}import { createServer } from "node:http";
import type { Calendar, CalendarOptions, Callback, KoaMiddleware, Mountable } from "kalends";
export const options: CalendarOptions = {
  identity: (request) => (request.headers.cookie === undefined ? undefined : { id: 7, roles: ["editor"] }),
  beforeSave: ({ kind, record }) => (kind === "event" ? { ...record, title: record.title.trim() } : record),
  onRequest: ({ route, milliseconds }) => console.log(route, milliseconds),
};
export const same: readonly [Calendar, Callback, KoaMiddleware, Mountable] =
  [calendar, calendar.callback, calendar.middleware, calendar.website];
createServer(calendar.callback).listen(3000);
`,
  client: `${OPEN}import { createCalendarClient } from "@kalends/client";
import type { CalendarApi, CalendarTransaction, TransactionApi } from "kalends";
const api: CalendarApi = calendar.as({ id: 7, roles: ["editor"] });
for await (const { event } of api.events.stream({ tags: "spring" }, { after: 7 })) console.log(event.title);
const client = createCalendarClient({ site: "http://localhost/calendar", fetch: api.fetch });
console.log((await client.events.list().page()).total, (await api.fetch("/events")).status);
await calendar.transaction(async ({ as }: CalendarTransaction) => {
  const inside: TransactionApi = as();
  console.log((await inside.venues.list()).total);
});
`,
} as const;

const KOA = `${OPEN}import Koa from "koa";
const app = new Koa<{ readonly user: string }, { readonly started: number }>();
app.use(calendar.middleware);
app.use(calendar.website.middleware);
app.use(async (context, next) => {
  context.body = context.state.user;
  await next();
});
app.listen(3000);
`;

const PLUGIN = `import { eventFilter, type Plugin } from "@kalends/core/plugin";
export const plugin = (): Plugin => ({
  name: "short-titles",
  setup: ({ calendar, shownFields }) => ({
    eventFilters: [
      eventFilter<{ readonly short: boolean | undefined }>({
        parameters: { short: { description: "Short ones.", type: "boolean" } },
        pure: true,
        narrow: (query) => query,
      }),
    ],
    routes: [
    {
      method: "GET",
      path: "/fields",
      description: "Fields.",
      parameters: {},
      permits: () => true,
      run: () => ({ body: shownFields("event").map(({ name }) => name) }),
    },
    {
      method: "GET",
      path: "/halls",
      description: "Halls.",
      parameters: {},
      permits: () => true,
      async run(_values, { actor }) {
        const { status } = await calendar.as(actor).fetch("/venues");
        const hall = await calendar.unrestricted.venues.get("hall");
        return { status, body: hall?.name ?? (await calendar.asPlugin().venues.list()).total };
      },
    },
    ],
  }),
});
`;

const CLIENT = `import { createCalendarClient } from "@kalends/client";
const calendar = createCalendarClient({ site: "https://calendar.example" });
for await (const { title } of calendar.events.list()) document.title = title;
`;

/** Copies web frameworks into the folder in which `kalends` is installed. */
const addFrameworks = (folder: string): void => {
  for (const place of installedFor(FRAMEWORKS)) {
    const source = join(ROOT, place);
    const target = join(folder, place);
    // Packages for other operating systems are not installed on this machine.
    if (existsSync(target) || !existsSync(source)) continue;
    const filter = (path: string): boolean => !path.slice(source.length).includes("node_modules");
    cpSync(source, target, { recursive: true, filter });
  }
};

/**
 * Declares tests that compile programs with the types of installed packages. `installed` returns the folder
 * of the installation, which exists only when the tests run. The tests add packages to it.
 */
export const describeTypes = (installed: () => string): void => {
  let folder: string;
  before(() => {
    folder = installed();
    addFrameworks(folder);
  });

  /** Compiles a program with the given files. Returns the compiler errors. */
  const compile = (
    program: string,
    more: object = {},
  ): { readonly files: string; readonly problems: string } => {
    writeFileSync(join(folder, "program.ts"), program);
    const compilerOptions = {
      ...{ strict: true, skipLibCheck: false, exactOptionalPropertyTypes: true, noEmit: true },
      ...{ target: "ES2023", module: "NodeNext", types: ["node"], ...more },
    };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["program.ts"] }));
    const { stdout, stderr } = spawnSync(join(ROOT, "node_modules/.bin/tsc"), ["--listFiles", "-p", "."], {
      cwd: folder,
      encoding: "utf8",
    });
    const lines = stdout.split("\n");
    const isFile = (line: string): boolean => /^(?:\/|[A-Z]:).*\.[cm]?ts$/.test(line);
    return {
      files: lines.filter(isFile).join("\n"),
      problems: [...lines.filter((line) => !isFile(line)), stderr].join("\n").trim(),
    };
  };

  /**
   * Arranges packages as npm does for a host that depends on Express: the version for Express at the top, the
   * version for Koa inside Koa.
   */
  const placeAsForExpress = (): void => {
    const [atTop, inExpress, inKoa] = ["", "express/node_modules", "koa/node_modules"].map((place) =>
      join(folder, "node_modules", place, "content-disposition"),
    ) as [string, string, string];
    if (!existsSync(inExpress)) return;
    mkdirSync(dirname(inKoa), { recursive: true });
    renameSync(atTop, inKoa);
    renameSync(inExpress, atTop);
  };

  it("compile in a Koa application", () => {
    const { files, problems } = compile(KOA);
    expect(problems).to.equal("");
    expect(files).to.include("node_modules/@types/koa/").and.include("node_modules/kalends/dist/");
  });

  it("compile in a plugin, and in a browser without types of Node", () => {
    expect(compile(PLUGIN).problems).to.equal("");
    const { files, problems } = compile(CLIENT, { types: [], lib: ["ES2023", "DOM", "DOM.AsyncIterable"] });
    expect(problems).to.equal("");
    expect(files).to.not.include("node_modules/@types/");
  });

  it("compile in hosts without Koa, whose types they do not need", () => {
    placeAsForExpress();
    for (const [host, program] of Object.entries(HOSTS)) {
      const { files, problems } = compile(program);
      expect(problems, host).to.equal("");
      expect(files, host).to.include("node_modules/kalends/dist/index.d.ts");
      expect(files, host).to.not.match(/node_modules\/(?:@types\/koa|koa)\//);
    }
  });

  it("are checked: a mistake is found", () => {
    expect(compile(`${OPEN}calendar.callback();`).problems).to.match(/program\.ts.*TS2554/);
  });
};
