import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { LANGUAGES } from "@kalends/http";
import { expect } from "chai";
import { aPicture } from "../http/pictures.ts";
import { basic, printedSecret } from "../kalends/kalends-process.ts";
import { describeTypes } from "./host-types.ts";
import { installOffline } from "./offline-install.ts";
import { publishedPackages, ROOT } from "./published-packages.ts";
import { describeTutorials } from "./tutorial.ts";

/**
 * Maximum size of an installation in bytes. Intermediate files of the compiler are not included; they exist
 * if SQLite has no prebuilt binary.
 */
const MAX_SIZE = 110 * 1024 * 1024;

const environment = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(KALENDS_|NODE_PATH)/.test(name)),
);

const sizeOf = (folder: string): number =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => statSync(join(folder, name)).blocks * 512)
    .reduce((sum, size) => sum + size, 0);

/** Returns the program in docs/how-to/embed-the-calendar.md, changed to use a free port. */
const hostOfTheDocs = (): string => {
  const document = readFileSync(join(ROOT, "docs/how-to/embed-the-calendar.md"), "utf8");
  const [, program = ""] = /^```js\n(\/\/ server\.js\n.*?)^```/ms.exec(document) ?? [];
  return program.replace("listen(3000", "listen(0");
};

describe("the tarballs of what is published, outside of the repository", function () {
  this.timeout(180_000);
  let folder: string;
  const running: ChildProcess[] = [];

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "kalends-tarballs-"));
    await installOffline(folder, ["kalends", "@kalends/client"]);
  });
  after(async () => {
    for (const child of running) {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill("SIGKILL");
        await once(child, "close");
      }
    }
    rmSync(folder, { recursive: true, force: true });
  });

  const start = async (parameters: readonly string[], more: NodeJS.ProcessEnv = {}) => {
    const child = spawn(process.execPath, parameters, { cwd: folder, env: { ...environment, ...more } });
    running.push(child);
    const errors = text(child.stderr);
    const ended = once(child, "close");
    const origin = await new Promise<string>((resolve, reject) => {
      let output = "";
      child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
        output += chunk;
        const [, found] = /[Rr]eady at (http:\/\/[^/\s]+)/.exec(output) ?? [];
        if (found !== undefined) resolve(found);
      });
      void errors.then((said) => reject(new Error(output + said)));
    });
    return {
      namespace: `${origin}/wp-json/tribe/events/v1`,
      async end() {
        child.kill("SIGTERM");
        const [code] = await ended;
        return { code: code as number | null, errors: await errors };
      },
    };
  };
  const kalends = (parameters: readonly string[], more: NodeJS.ProcessEnv = {}) =>
    spawnSync(process.execPath, ["node_modules/kalends/bin/kalends.js", ...parameters], {
      cwd: folder,
      env: { ...environment, ...more },
      encoding: "utf8",
    });

  it("are of all that is published, and nothing that tests need", () => {
    const names = readdirSync(join(folder, "tarballs")).filter((name) => name.endsWith(".tgz"));
    expect(names).to.have.length(publishedPackages().length);
    expect(existsSync(join(folder, "node_modules/mocha"))).to.equal(false);
  });

  it("take less than 110 MB with all they need, without sharp and mongodb", () => {
    expect(sizeOf(join(folder, "node_modules"))).to.be.below(MAX_SIZE);
    for (const name of ["sharp", "mongodb"]) {
      expect(existsSync(join(folder, "node_modules", name)), name).to.equal(false);
    }
  });

  it("run the host of docs/how-to/embed-the-calendar.md, which keeps what accounts write and says that images need sharp", async () => {
    writeFileSync(join(folder, "server.js"), hostOfTheDocs());
    const added = kalends(["user", "add", "ann", "--role", "administrator"], {
      KALENDS_STORAGE: "sqlite:./calendar.db",
    });
    expect(added.status, added.stderr).to.equal(0);
    const authorization = basic("ann", printedSecret(added.stdout));
    const host = await start(["server.js"]);
    const write = (path: string, body: string | FormData, type?: string) =>
      fetch(host.namespace + path, {
        method: "POST",
        headers: { authorization, ...(type !== undefined && { "content-type": type }) },
        body,
      });
    const fair = { title: "Spring fair", start_date: "2031-05-01 10:00", end_date: "2031-05-01 12:00" };
    expect((await write("/events", JSON.stringify(fair), "application/json")).status).to.equal(201);
    const list = await fetch(`${host.namespace}/events?start_date=2031-05-01&end_date=2031-05-02`);
    expect(await list.json()).to.have.nested.property("events[0].title", "Spring fair");

    const form = new FormData();
    form.set("file", new Blob([new Uint8Array(await aPicture(20, 10, "png"))]), "poster.png");
    const refused = await write("/images", form);
    expect(refused.status).to.equal(400);
    expect(await refused.json())
      .to.have.nested.property("data.params.file")
      .that.includes("is not installed");
    const { code, errors } = await host.end();
    expect(code).to.equal(0);
    expect(errors).to.include("npm install sharp");
  });

  it("serve a calendar with its documentation", async () => {
    const served = await start(["node_modules/kalends/bin/kalends.js", "serve"], { KALENDS_PORT: "0" });
    expect((await fetch(`${served.namespace}/events`)).status).to.equal(200);
    const response = await fetch(new URL("/docs", served.namespace));
    const page = await response.text();
    expect(response.status, page.slice(0, 500)).to.equal(200);
    const assets = [...page.matchAll(/(?:href|src)="([^"]*swagger-ui[^"]*)"/g)].map(([, path = ""]) => path);
    expect(assets).to.have.length(2);
    for (const path of assets) {
      expect((await fetch(new URL(path, served.namespace))).status, path).to.equal(200);
    }
    expect(await served.end()).to.include({ code: 0 });
  });

  it("have the texts of all languages, which Node reads without a warning", async () => {
    const withTexts = publishedPackages().filter((one) => existsSync(join(ROOT, one.folder, "locales")));
    expect(withTexts.map(({ manifest }) => manifest.name)).to.include.members([
      "@kalends/http",
      "@kalends/icalendar",
    ]);
    for (const { manifest } of withTexts) {
      const tarball = `${manifest.name.replace("@", "").replace("/", "-")}-${manifest.version}.tgz`;
      const { stdout } = spawnSync("tar", ["-tzf", join(folder, "tarballs", tarball)], { encoding: "utf8" });
      for (const language of LANGUAGES) {
        expect(stdout.split("\n"), manifest.name).to.include(`package/locales/${language}.json`);
      }
    }
    const served = await start(["node_modules/kalends/bin/kalends.js", "serve"], {
      KALENDS_PORT: "0",
      KALENDS_LOCALES: "fr",
    });
    const french = served.namespace.replace("/wp-json", "/fr/wp-json");
    const { paths } = (await (await fetch(`${french}/doc`)).json()) as {
      paths: Record<string, { get: { summary: string; description: string } }>;
    };
    expect(paths["/events"]?.get.summary).to.equal("Lister les événements");
    expect(paths["/events.ics"]?.get.description).to.match(/^Les événements en iCalendar/);
    const { code, errors } = await served.end();
    expect(code).to.equal(0);
    expect(errors).to.not.include("Warning");
  });

  it("bring the plugins that are on by default, which are left out with a line in the log where they are gone", async () => {
    const serve = (more: NodeJS.ProcessEnv = {}) =>
      start(["node_modules/kalends/bin/kalends.js", "serve"], { KALENDS_PORT: "0", ...more });
    const statusesOf = async ({ namespace }: { readonly namespace: string }) =>
      Promise.all(
        [new URL("/events/", namespace), `${namespace}/events.ics`].map(async (url) => {
          const response = await fetch(url);
          await response.arrayBuffer();
          return response.status;
        }),
      );
    const whole = await serve();
    expect(await statusesOf(whole)).to.deep.equal([200, 200]);
    expect((await whole.end()).errors).to.not.include("not installed");
    const pages = join(folder, "node_modules/@kalends/pages");
    renameSync(pages, `${pages}-away`);
    try {
      const without = await serve();
      expect(await statusesOf(without)).to.deep.equal([404, 200]);
      const { errors } = await without.end();
      const lines = errors.split("\n").filter((line) => line.includes("not installed"));
      expect(lines).to.have.length(1);
      expect(JSON.parse(lines[0] ?? "")).to.deep.include({ level: 30, plugins: ["@kalends/pages"] });
      const named = kalends(["serve"], { KALENDS_PLUGINS: "@kalends/pages" });
      expect(named.status).to.equal(1);
      expect(named.stderr).to.match(/^kalends: The plugin @kalends\/pages was not found/);
    } finally {
      renameSync(`${pages}-away`, pages);
    }
  });

  it("say in one line that SQLite has to be built", () => {
    const build = join(folder, "node_modules/better-sqlite3/build");
    renameSync(build, `${build}-away`);
    const { status, stderr } = kalends(["serve"], {});
    renameSync(`${build}-away`, build);
    expect(status).to.equal(1);
    expect(stderr).to.match(
      /^kalends: The storage .* cannot be opened: SQLite is not built.*npm rebuild better-sqlite3.*\n$/,
    );
  });

  it("say in one line that MongoDB needs its driver", () => {
    const { status, stderr } = kalends(["serve"], { KALENDS_STORAGE: "mongodb://127.0.0.1:1/x" });
    expect(status).to.equal(1);
    expect(stderr).to.match(
      /^kalends: The storage .*the MongoDB driver is not installed.*npm install mongodb@7\n$/,
    );
  });

  describe("are those of the tutorials, so that", () => describeTutorials(() => folder));

  // These tests run last, because they change the installation.
  describe("have types, in strict programs that check the libraries too, which", () =>
    describeTypes(() => folder));
});
