import { Command } from "commander";
import { OperatorError } from "../operator-error.ts";
import type { CommandFactory } from "./command-context.ts";

export const createPluginCommand: CommandFactory = ({ print }) => {
  const plugin = new Command("plugin").description("begin plugins");
  plugin
    .command("new")
    .argument("<name>", "of the plugin and its package: lower-case letters, digits and -")
    .description("write a plugin that compiles, with a test that passes")
    .option("--dir <path>", "the folder to make (default: the name, in the working directory)")
    .action(async (name: string, { dir = name }: { readonly dir?: string }) => {
      const { isEmptyFolder, problemOfName, writeProject } = await import("create-kalends");
      const problem = problemOfName(name);
      if (problem !== undefined) throw new OperatorError([problem]);
      if (!isEmptyFolder(dir)) throw new OperatorError([`${dir} is not empty`]);
      writeProject(dir, { kind: "plugin", name });
      print(`Wrote the plugin ${name} to ${dir}. Next: npm install && npm test there.`);
    });
  return plugin;
};
