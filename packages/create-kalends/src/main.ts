import { createInterface } from "node:readline/promises";
import { parseArgs } from "node:util";
import { isEmptyFolder, problemOfName } from "./names.ts";
import { type ProjectKind, writeProject } from "./write-project.ts";

const USAGE = `create-kalends [NAME] [options]

  --host none|koa|express|fastify   a calendar of its own, or one inside such an application
  --plugin                          a plugin
  --storage-adapter                 a storage of your own
  --dir FOLDER                      where to write it (default: the name)
  --packages FOLDER                 take the packages of Kalends from tarballs there
  --yes                             ask nothing: what is not said is a calendar of its own, my-calendar`;

const KINDS: readonly (readonly [kind: ProjectKind, what: string])[] = [
  ["calendar", "a calendar of its own"],
  ["koa", "a Koa application with a calendar inside"],
  ["express", "an Express application with a calendar inside"],
  ["fastify", "a Fastify application with a calendar inside"],
  ["plugin", "a plugin"],
  ["storage-adapter", "a storage adapter"],
];

/** What is wrong with what was asked for. */
class Mistake extends Error {}

const readFlags = () => {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        host: { type: "string" },
        plugin: { type: "boolean", default: false },
        "storage-adapter": { type: "boolean", default: false },
        dir: { type: "string" },
        packages: { type: "string" },
        yes: { type: "boolean", short: "y", default: false },
        help: { type: "boolean", short: "h", default: false },
      },
    });
  } catch (error) {
    throw new Mistake(error instanceof Error ? error.message : String(error));
  }
};

/** What the flags name, if they do. */
const kindOf = ({ values }: ReturnType<typeof readFlags>): ProjectKind | undefined => {
  const { host, plugin, "storage-adapter": adapter } = values;
  if (Number(plugin) + Number(adapter) + Number(host !== undefined) > 1) {
    throw new Mistake("--host, --plugin and --storage-adapter: one at a time");
  }
  if (plugin) return "plugin";
  if (adapter) return "storage-adapter";
  if (host === undefined) return undefined;
  if (host === "none") return "calendar";
  if (host !== "koa" && host !== "express" && host !== "fastify") {
    throw new Mistake(`--host is none, koa, express or fastify, not ${host}`);
  }
  return host;
};

/** Asked on a terminal, where flags leave something open. */
const ask = async (name: string | undefined, kind: ProjectKind | undefined) => {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  // The end of the input answers no question.
  const closed = new AbortController();
  terminal.once("close", () => closed.abort());
  const question = async (text: string): Promise<string> =>
    (await terminal.question(text, { signal: closed.signal })).trim();
  try {
    const named = name ?? ((await question("Name (my-calendar): ")) || "my-calendar");
    if (kind !== undefined) return { name: named, kind };
    KINDS.forEach(([, what], index) => {
      console.error(`  ${index + 1} ${what}`);
    });
    const answer = (await question("What is it (1): ")) || "1";
    const [chosen] = KINDS[Number(answer) - 1] ?? [];
    if (chosen === undefined) throw new Mistake(`${answer} is none of them`);
    return { name: named, kind: chosen };
  } finally {
    terminal.close();
  }
};

const create = async (): Promise<void> => {
  const flags = readFlags();
  const { values, positionals } = flags;
  if (values.help) {
    console.log(USAGE);
    return;
  }
  if (positionals.length > 1) throw new Mistake(`One name, not ${positionals.join(" ")}`);
  const kind = kindOf(flags);
  const isOpen = positionals[0] === undefined || kind === undefined;
  const { name, kind: chosen } =
    isOpen && !values.yes && process.stdin.isTTY
      ? await ask(positionals[0], kind)
      : { name: positionals[0] ?? "my-calendar", kind: kind ?? "calendar" };
  const problem = problemOfName(name);
  if (problem !== undefined) throw new Mistake(problem);
  const { dir: folder = name, packages } = values;
  if (!isEmptyFolder(folder)) throw new Mistake(`${folder} is not empty`);
  writeProject(folder, { kind: chosen, name, packages });
  const [, what] = KINDS.find(([one]) => one === chosen) ?? [];
  console.log(`Wrote ${what} to ${folder}. Next: cd ${folder} && npm install && npm start`);
  if (packages === undefined)
    console.log(
      "Packages of Kalends then come from the registry; for a folder of tarballs, give --packages FOLDER.",
    );
};

try {
  await create();
} catch (error) {
  console.error(`create-kalends: ${error instanceof Error ? error.message : String(error)}`);
  if (error instanceof Mistake) console.error(`\n${USAGE}`);
  process.exitCode = 1;
}
