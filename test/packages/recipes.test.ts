import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { type ProjectKind, writeProject } from "create-kalends";
import { startSmtpReceiver } from "../mail/smtp-receiver.ts";
import { type Block, blocksOf } from "./document-blocks.ts";
import { createDocumentRunner, type DocumentRunner } from "./document-runner.ts";
import { npm, ROOT } from "./published-packages.ts";

const API = "API=http://127.0.0.1:8080/wp-json/tribe/events/v1";
const ACCOUNT = 'echo "a long password" | npx --no kalends user add ann --role editor --password-stdin';
const command = (text: string): Block => ({ kind: "command", text });

describe("recipes for plugins", function () {
  this.timeout(120_000);
  let folder: string;
  let runner: DocumentRunner;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "kalends-recipe-"));
    runner = createDocumentRunner(folder);
  });
  afterEach(async () => {
    await runner.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Creates the project that a recipe starts from, adds the files of the recipe and compiles it. */
  const prepare = (recipe: string, kind: ProjectKind, name: string): readonly Block[] => {
    const blocks = blocksOf(`docs/how-to/${recipe}.md`);
    writeProject(folder, { kind, name });
    if (kind === "plugin") rmSync(join(folder, "test/my-plugin.test.ts"));
    for (const block of blocks)
      if (block.kind === "file") writeFileSync(join(folder, block.path), block.text);
    // The link replaces `npm install`.
    symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
    const compiled = spawnSync(process.execPath, [join(ROOT, "node_modules/typescript/bin/tsc")], {
      cwd: folder,
      encoding: "utf8",
    });
    expect(compiled.stdout).to.equal("");
    expect(compiled.status).to.equal(0);
    return blocks.filter(({ kind: other }) => other !== "file");
  };

  /** Compiles the plugin of a recipe, starts a calendar with it and runs the commands of the recipe. */
  const runRecipe = async (recipe: string, before: readonly string[] = []): Promise<readonly string[]> => {
    const blocks = prepare(recipe, "plugin", "my-plugin");
    await runner.run([command(ACCOUNT)]);
    await runner.serve("npx --no kalends serve");
    return runner.run([command(API), ...before.map(command), ...blocks]);
  };

  const ball = (more: string): string =>
    `curl -u "ann:a long password" "$API/events" -d title=Ball -d start_date="tomorrow 20:00" -d end_date="tomorrow 23:00" ${more}`;

  it("are each tried here", () => {
    const source = readFileSync(join(ROOT, "test/packages/recipes.test.ts"), "utf8");
    const isRecipe = (page: string): boolean =>
      /^\/\/ src\/|-- create-kalends /m.test(readFileSync(join(ROOT, "docs/how-to", page), "utf8"));
    const names = readdirSync(join(ROOT, "docs/how-to"))
      .filter(isRecipe)
      .map((name) => name.replace(".md", ""));
    expect(names).to.include.members(["add-a-route", "write-a-storage-adapter"]);
    expect(names.filter((name) => !source.includes(`"${name}"`))).to.deep.equal([]);
  });

  it("add a field with a list filter", async () => {
    const outputs = await runRecipe("add-a-list-filter");
    expect(outputs.join("")).to.include('{"venue":"Arena","seats":9000}');
  });

  it("show fields in forms, in the language of the caller", async () => {
    const outputs = await runRecipe("show-fields-in-forms");
    expect(outputs.join("")).to.include('"label": "Einlass"');
  });

  it("add a route, which shows what its caller may see", async () => {
    const outputs = await runRecipe("add-a-route", [ball(""), ball("-d status=draft -d slug=draft")]);
    expect(outputs.at(-1)).to.match(/^\["\d{4}-\d\d-\d\d 20:00:00 Ball"\]\n$/);
  });

  it("add a web page", async () => {
    const outputs = await runRecipe("add-a-web-page", [ball("-d slug=ball")]);
    expect(outputs.at(-1)).to.match(/<ul><li><a href="[^"]+\/ball\/?">Ball<\/a><\/ul>/);
  });

  it("add a sign-in scheme, which refuses other badges", async () => {
    const outputs = await runRecipe("add-a-sign-in-scheme");
    expect(outputs.join("")).to.include('{"title":"Talk"}');
    const [refused] = await runner.run([command('curl -H "X-Badge: 1.x" "$API/events"')]);
    expect(refused).to.include("rest_forbidden");
  });

  it("run a nightly job, which has the rights that it needs", async () => {
    prepare("run-a-nightly-job", "plugin", "my-plugin");
    writeFileSync(join(folder, "try.js"), NIGHT);
    const [output] = await runner.run([command("node try.js")]);
    expect(output).to.equal("2 drafts, then 0\n");
  });

  it("send mail", async () => {
    prepare("send-mail", "plugin", "my-plugin");
    writeFileSync(join(folder, "try.js"), MAIL);
    const receiver = await startSmtpReceiver();
    const [output] = await runner.run([command(`SMTP_PORT=${receiver.port} node try.js`)]);
    await receiver.close();
    expect(output).to.equal("sent\n");
    expect(receiver.mails[0]?.source).to.match(/^Subject: New event at Kalends: Ball\r$/m);
  });

  it("write a storage adapter, which passes the contract", () => {
    const commands = prepare("write-a-storage-adapter", "storage-adapter", "my-store").map(
      ({ text }) => text,
    );
    expect(commands).to.have.length(2);
    const [line = ""] = commands;
    const { version } = JSON.parse(readFileSync(join(ROOT, "packages/create-kalends/package.json"), "utf8"));
    expect(line).to.include(`create-kalends-${version}.tgz -- create-kalends my-store --storage-adapter `);
    // Runs only some contract tests. All of them run on the example from which the recipe is taken.
    const [program, ...parameters] = npm("test", "--", "--grep", "Account");
    const tested = spawnSync(program, parameters, { cwd: folder, encoding: "utf8" });
    expect(tested.status, tested.stdout + tested.stderr).to.equal(0);
    expect(tested.stdout).to.match(/[1-9]\d* passing/);
  });
});

const MAIL = `
import { createCalendar } from "kalends";
import { plugin } from "./dist/src/index.js";
const calendar = await createCalendar({
  storage: "sqlite::memory:",
  plugins: [plugin()],
  scheduler: false,
  smtpUrl: "smtp://127.0.0.1:" + process.env.SMTP_PORT,
  mailFrom: "calendar@town.example",
  logger: {
    debug() {},
    info: (line) => line === "A mail was sent" && console.log("sent"),
    warn: console.log,
    error: console.log,
  },
});
const day = { start_date: "2031-05-01 10:00", end_date: "2031-05-01 12:00" };
await calendar.as({ id: 1, roles: ["editor"] }).events.create({ title: "Ball", ...day, status: "publish" });
await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
for (let tries = 0; tries < 100; tries += 1) await calendar.deliverDue();
await calendar.close();
`;

const NIGHT = `
import { createCalendar } from "kalends";
import { plugin } from "./dist/src/index.js";
const calendar = await createCalendar({
  storage: "sqlite::memory:",
  plugins: [plugin()],
  scheduler: false,
  logger: { debug() {}, info() {}, warn() {}, error() {} },
});
const { events } = calendar.as({ id: 1, roles: ["editor"] });
const day = { start_date: "2031-05-01 10:00", end_date: "2031-05-01 12:00" };
for (const title of ["One", "Two"]) await events.create({ title, ...day, status: "draft" });
await events.create({ title: "Three", ...day, status: "publish" });
const count = async () => (await events.list({ status: "draft", ...day })).total;
const before = await count();
await calendar.jobs[0].run();
console.log(before + " drafts, then " + (await count()));
await calendar.close();
`;
