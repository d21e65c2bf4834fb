import { createInterface } from "node:readline/promises";
import { parseArgs } from "node:util";
import { isEmptyFolder, problemOfName } from "./names.ts";
import { type ProjectKind, writeProject } from "./write-project.ts";

const USAGE = `create-kalends [NAME] [options]

  --host none|koa|express|fastify   a standalone calendar, or an application that contains one
  --plugin                          a plugin
  --storage-adapter                 a storage adapter
  --dir FOLDER                      folder to write to (default: the name)
  --packages FOLDER                 use the tarballs of Kalends in that folder
  --yes                             ask no questions (defaults: a standalone calendar named my-calendar)`;

const KINDS: readonly (readonly [kind: ProjectKind, what: string])[] = [
  ["calendar", "a standalone calendar"],
  ["koa", "a Koa application that contains a calendar"],
  ["express", "an Express application that contains a calendar"],
  ["fastify", "a Fastify application that contains a calendar"],
  ["plugin", "a plugin"],
  ["storage-adapter", "a storage adapter"],
];

/** Error in the command line. The usage text is printed after its message. */
class UsageError extends Error {}

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
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
};

/**
 * Returns the kind of project that the flags select; `undefined` if they select none. Throws a `UsageError`
 * for several such flags or an unknown host.
 */
const kindOf = ({ values }: ReturnType<typeof readFlags>): ProjectKind | undefined => {
  const { host, plugin, "storage-adapter": adapter } = values;
  if (Number(plugin) + Number(adapter) + Number(host !== undefined) > 1) {
    throw new UsageError("Use only one of --host, --plugin and --storage-adapter");
  }
  if (plugin) return "plugin";
  if (adapter) return "storage-adapter";
  if (host === undefined) return undefined;
  if (host === "none") return "calendar";
  if (host !== "koa" && host !== "express" && host !== "fastify") {
    throw new UsageError(`--host must be none, koa, express or fastify, not ${host}`);
  }
  return host;
};

/**
 * Prompts for the name and the kind, each only if the command line does not give it. Throws a `UsageError` if
 * the entered number is not one of the kinds.
 */
const ask = async (name: string | undefined, kind: ProjectKind | undefined) => {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  // Ends an open prompt when the input ends; otherwise, the prompt would wait forever.
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
    if (chosen === undefined)
      throw new UsageError(`${answer} is not one of the choices. Enter a number from 1 to ${KINDS.length}`);
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
  if (positionals.length > 1) throw new UsageError(`Give only one name, not ${positionals.join(" ")}`);
  const kind = kindOf(flags);
  const isOpen = positionals[0] === undefined || kind === undefined;
  const { name, kind: chosen } =
    isOpen && !values.yes && process.stdin.isTTY
      ? await ask(positionals[0], kind)
      : { name: positionals[0] ?? "my-calendar", kind: kind ?? "calendar" };
  const problem = problemOfName(name);
  if (problem !== undefined) throw new UsageError(problem);
  const { dir: folder = name, packages } = values;
  if (!isEmptyFolder(folder))
    throw new UsageError(`${folder} is not empty. Choose another folder with --dir`);
  writeProject(folder, { kind: chosen, name, packages });
  const [, what] = KINDS.find(([one]) => one === chosen) ?? [];
  console.log(`Wrote ${what} to ${folder}. Next: cd ${folder} && npm install && npm start`);
  if (packages === undefined)
    console.log(
      "npm installs Kalends from the registry. To use a folder of tarballs instead, add --packages FOLDER.",
    );
};

try {
  await create();
} catch (error) {
  console.error(`create-kalends: ${error instanceof Error ? error.message : String(error)}`);
  if (error instanceof UsageError) console.error(`\n${USAGE}`);
  process.exitCode = 1;
}
