import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { createPlace, type Environment, type Place } from "../kalends/kalends-process.ts";

const SAMPLE = fileURLToPath(new URL("./sample-plugin.js", import.meta.url));

describe("plugins of the configuration", () => {
  let place: Place;
  beforeEach(() => {
    place = createPlace();
  });
  afterEach(() => place.clear());

  const write = (path: string, text: string): void => {
    mkdirSync(join(place.directory, path, ".."), { recursive: true });
    writeFileSync(join(place.directory, path), text);
  };
  const errorsOf = async (environment: Environment): Promise<string> => {
    const { code, errors } = await place.run(["migrate"], environment);
    expect(code, errors).to.equal(1);
    return errors;
  };

  it("are packages and paths, found from the working directory, with options from the environment", async () => {
    write("node_modules/named/package.json", '{"name":"named","type":"module","exports":"./index.js"}');
    write("node_modules/named/index.js", 'export const plugin = () => ({ name: "named" });');
    write(
      "node_modules/@scope/only/package.json",
      '{"name":"@scope/only","type":"module","exports":{".":{"import":"./i.js"}}}',
    );
    write("node_modules/@scope/only/i.js", 'export const plugin = () => ({ name: "only" });');
    write(
      "local.js",
      'export const plugin = () => ({ name: "local", requires: { plugins: ["named", "only"] } });',
    );
    write("package.json", '{"type":"module"}');
    const served = await place.serve({
      KALENDS_PLUGINS: `./local, named,@scope/only,${SAMPLE}`,
      KALENDS_SAMPLE_GREETING: "good day",
    });
    const { greeting } = (await (await fetch(`${served.namespace}/colours`)).json()) as { greeting: string };
    expect(greeting).to.equal("good day");
    const { code, errors } = await served.end("SIGTERM");
    expect({ code, errors }).to.deep.equal({ code: 0, errors: "" });
  });

  it("are found beside Kalends from any working directory, and else both places are named", async () => {
    // A package of this project that is not a plugin is found from any working directory.
    expect(await errorsOf({ KALENDS_PLUGINS: "@kalends/html" })).to.include("@kalends/html is not a plugin");
    expect(await errorsOf({ KALENDS_PLUGINS: "no-such-plugin" })).to.match(
      /The plugin no-such-plugin was not found from .+, nor from .+kalends; is it installed\?/,
    );
    expect(await errorsOf({ KALENDS_PLUGINS: "pages" })).to.match(
      /The plugin pages was not found from .+; did you mean @kalends\/pages\?/,
    );
    // A package in the working directory has priority.
    write(
      "node_modules/@kalends/html/package.json",
      '{"name":"@kalends/html","type":"module","main":"./i.js"}',
    );
    write("node_modules/@kalends/html/i.js", 'export const plugin = () => ({ name: "nearer" });');
    expect((await place.run(["migrate"], { KALENDS_PLUGINS: "@kalends/html" })).code).to.equal(0);
  });

  it("say at the start which version of the core they need", async () => {
    const peers = (range: string): string =>
      `{"name":"peer","type":"module","main":"./i.js","peerDependencies":{"@kalends/core":"${range}"}}`;
    // The plugin was written for another version and imports a name that this version does not export.
    write("node_modules/peer/i.js", 'import { hologram } from "@kalends/core/plugin";');
    write("node_modules/peer/package.json", peers("^99.0.0"));
    expect(await errorsOf({ KALENDS_PLUGINS: "peer" })).to.match(
      /The plugin peer needs version \^99\.0\.0 of @kalends\/core, but this is \d+\.\d+\.\d+/,
    );
    write("node_modules/peer/i.js", 'export const plugin = () => ({ name: "peer" });');
    write("node_modules/peer/package.json", peers(">=0.1.0"));
    expect((await place.run(["migrate"], { KALENDS_PLUGINS: "peer" })).code).to.equal(0);
  });

  it("have options in the configuration file beside their name, which the environment beats", async () => {
    const plugins = [{ package: SAMPLE, options: { greeting: "from the file", level: 3 } }];
    write("kalends.config.json", JSON.stringify({ plugins }));
    const greetingWith = async (environment: Environment): Promise<unknown> => {
      const served = await place.serve({ KALENDS_PLUGINS: "", ...environment });
      const { greeting } = (await (await fetch(`${served.namespace}/colours`)).json()) as {
        greeting: string;
      };
      await served.end("SIGTERM");
      return greeting;
    };
    expect(await greetingWith({})).to.equal("from the file");
    expect(await greetingWith({ KALENDS_SAMPLE_GREETING: "from outside" })).to.equal("from outside");
  });

  it("stop the start where their function returns nothing, or a promise, and say of which file", async () => {
    write("nothing.mjs", "export const plugin = () => {};");
    write("later.mjs", 'export const plugin = async () => ({ name: "one" });');
    const errors = await errorsOf({ KALENDS_PLUGINS: "./nothing.mjs,./later.mjs" });
    expect(errors).to.include(
      "The function plugin of ./nothing.mjs does not return an object: it must return one, such as { name:",
    );
    expect(errors).to.include(
      "The function plugin of ./later.mjs returns a promise: it must return the plugin synchronously",
    );
  });

  it("stop the start with everything that is wrong, together with the other settings", async () => {
    write("no-plugin.mjs", "export const other = 1;");
    write("object.mjs", 'export const plugin = { name: "one" };');
    write("source.tsx", 'export const plugin = () => ({ name: "one" });');
    write("broken.mjs", 'throw new Error("broken inside");');
    const errors = await errorsOf({
      KALENDS_PLUGINS: `./missing.js,./no-plugin.mjs,./object.mjs,./source.tsx,./broken.mjs,${SAMPLE}`,
      KALENDS_SAMPLE_LEVEL: "10",
      KALENDS_SAMPLE_SHADES: "a,b,c",
      KALENDS_PER_PAGE: "0",
    });
    expect(errors).to.match(/The plugin \.\/missing\.js was not found from .*; is it built\?/);
    expect(errors).to.include(
      './no-plugin.mjs is not a plugin: it exports no function named "plugin", but other. Write: export const plugin = () =>',
    );
    expect(errors).to.include(
      './object.mjs is not a plugin: it exports no function named "plugin", but plugin as another value.',
    );
    expect(errors).to.match(
      /The plugin \.\/source\.tsx cannot be loaded: .*; compile it, and name the compiled file/,
    );
    expect(errors).to.include("The plugin ./broken.mjs cannot be loaded: broken inside");
    expect(errors).to.include('KALENDS_SAMPLE_LEVEL must be an integer from 1 to 9, not "10"');
    expect(errors).to.include("KALENDS_SAMPLE_SHADES must be two shades at most");
    expect(errors).to.include("KALENDS_PER_PAGE must be an integer");
  });

  it("are refused options that they do not have", async () => {
    write("kalends.config.json", JSON.stringify({ plugins: [{ package: SAMPLE, options: { colour: 1 } }] }));
    expect(await errorsOf({ KALENDS_PLUGINS: "" })).to.include(`The plugin ${SAMPLE} has no option colour`);
  });

  it("stop the start when their variables are those of others", async () => {
    const options = (variable: string): string => `export const plugin = () => ({ name: "x" });
      export const optionsSchema = { a: { variable: "${variable}", description: "A.", type: "string" } };`;
    write("port.mjs", options("KALENDS_PORT"));
    write("path.mjs", options("PATH"));
    write("level.mjs", options("KALENDS_SAMPLE_LEVEL"));
    const errors = await errorsOf({ KALENDS_PLUGINS: `./port.mjs,./path.mjs,./level.mjs,${SAMPLE}` });
    expect(errors).to.include(
      "./port.mjs adds the variable KALENDS_PORT, which Kalends already has: choose another name",
    );
    expect(errors).to.include("./path.mjs adds the variable PATH, which is not valid: ");
    expect(errors).to.include(`./level.mjs and ${SAMPLE} both add the variable KALENDS_SAMPLE_LEVEL`);
  });

  it("stop the start when their options are declared wrongly", async () => {
    write("null.mjs", "export const plugin = () => ({}); export const optionsSchema = null;");
    const schema = '{ a: { variable: "KALENDS_A", description: "A.", type: "int" }, b: {} }';
    write("int.mjs", `export const plugin = () => ({}); export const optionsSchema = ${schema};`);
    const errors = await errorsOf({ KALENDS_PLUGINS: "./null.mjs,./int.mjs", KALENDS_A: "1" });
    expect(errors).to.include("./null.mjs exports an invalid optionsSchema: optionsSchema must be an object");
    expect(errors).to.include("./int.mjs exports an invalid optionsSchema: a: type must be one of string,");
    expect(errors).to.include("; b: variable must be of type string; b: type must be one of string,");
  });

  it("make their variables known: a wrong one is told the nearest", async () => {
    const { code, errors } = await place.run(["migrate"], {
      KALENDS_PLUGINS: SAMPLE,
      KALENDS_SAMPLE_LEVEL: "5",
      KALENDS_SAMPLE_LEVER: "5",
    });
    expect(code).to.equal(0);
    expect(errors).to.equal(
      "kalends: warning: KALENDS_SAMPLE_LEVER is unknown and has no effect; did you mean KALENDS_SAMPLE_LEVEL?\n",
    );
  });

  it("are named in warnings about their settings while they are off", async () => {
    write(
      "node_modules/@kalends/shades/package.json",
      '{"name":"@kalends/shades","type":"module","main":"./i.js","kalends":{"variablePrefix":"KALENDS_SHADES_"}}',
    );
    write(
      "node_modules/@kalends/shades/i.js",
      `export const plugin = () => ({ name: "shades" });
       export const optionsSchema = { dark: { variable: "KALENDS_SHADES_DARK", description: "D.", type: "boolean" } };`,
    );
    const warningsWith = async (environment: Environment): Promise<string> => {
      const { code, errors } = await place.run(["migrate"], environment);
      expect(code, errors).to.equal(0);
      return errors;
    };
    const dark = { KALENDS_SHADES_DARK: "1" };
    expect(await warningsWith({ KALENDS_PLUGINS: "none", ...dark })).to.equal(
      "kalends: warning: KALENDS_SHADES_DARK has no effect: it is a setting of @kalends/shades, which is off; to switch it on, list it in KALENDS_PLUGINS\n",
    );
    expect(await warningsWith({ KALENDS_PLUGINS: "@kalends/shades", ...dark })).to.equal("");
    // A plugin that is given by its path has the same settings.
    expect(
      await warningsWith({
        KALENDS_PLUGINS: "./node_modules/@kalends/shades/i.js",
        KALENDS_SHADES_DARKER: "1",
      }),
    ).to.equal(
      "kalends: warning: KALENDS_SHADES_DARKER is unknown and has no effect; did you mean KALENDS_SHADES_DARK?\n",
    );
  });

  it("may bring the storage, and an unknown one is told which there are", async () => {
    const served = await place.serve({ KALENDS_PLUGINS: SAMPLE, KALENDS_STORAGE: "sample:anywhere" });
    expect((await fetch(`${served.namespace}/events`)).status).to.equal(200);
    await served.end("SIGTERM");
    const errors = await errorsOf({ KALENDS_PLUGINS: SAMPLE, KALENDS_STORAGE: "samples:anywhere" });
    expect(errors).to.match(/The storage scheme samples is unknown; known schemes: .*sqlite.*, sample/);
  });

  it("may add commands, which work on the storage and are in the help", async () => {
    const environment = { KALENDS_PLUGINS: SAMPLE };
    expect((await place.run(["--help"], environment)).output).to.match(/paint .*Paint an event\./);
    const paint = ["paint", "7", "blue", "--dry-run", "--by", "Ann"];
    expect((await place.run(paint, environment)).errors).to.include(
      `there is no file ${join(place.directory, "kalends.db")}`,
    );
    expect((await place.run(["migrate"], environment)).code).to.equal(0);
    expect(await place.run(paint, environment)).to.deep.equal({
      code: 0,
      output: "",
      errors: "7 would become blue by Ann\n".replace(/^/, "kalends: "),
    });
    expect((await place.run(["seed", "--events", "1"], environment)).code).to.equal(0);
    expect(await place.run(["paint", "999999"], environment)).to.deep.equal({
      code: 1,
      output: "",
      errors: "kalends: There is no event 999999\n",
    });
    expect((await place.run(["paint"], environment)).code).to.equal(2);
    expect((await place.run(["paint", "1"], {})).code).to.equal(2);
  }).timeout(60_000);

  it("may not take the name of any command of Kalends", async () => {
    const { output } = await place.run(["--help"]);
    const [, listed = ""] = output.split("Commands:");
    const names = [...listed.matchAll(/^ {2}([a-z]+)/gm)].map(([, name]) => name);
    expect(names).to.include.members(["serve", "plugin", "help"]);
    const commands = names.map((name) => `{ name: "${name}", description: "Mine.", run() {} }`);
    write("greedy.mjs", `export const plugin = () => ({ name: "greedy", commands: [${commands}] });`);
    const errors = await errorsOf({ KALENDS_PLUGINS: "./greedy.mjs" });
    for (const name of names)
      expect(errors).to.include(`adds the command ${name}, which Kalends already has: choose another name`);
  });

  it("that cannot be loaded leave the help and the other commands' own messages", async () => {
    const { code, output, errors } = await place.run(["--help"], { KALENDS_PLUGINS: "./missing.js" });
    expect(code).to.equal(0);
    expect(output).to.include("serve");
    expect(errors).to.match(/^kalends: The plugin \.\/missing\.js was not found/);
  });
});
