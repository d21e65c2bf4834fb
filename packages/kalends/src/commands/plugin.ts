import { Command } from "commander";
import { messageOf, OperatorError } from "../operator-error.ts";
import type { CommandFactory } from "./command-context.ts";

interface NewPluginOptions {
  readonly dir?: string;
  readonly packages?: string;
}

export const createPluginCommand: CommandFactory = ({ print }) => {
  const plugin = new Command("plugin").description("begin plugins");
  plugin
    .command("new")
    .argument("<name>", "of the plugin and its package: lower-case letters, digits and -")
    .description("write a plugin that compiles, with a test that passes")
    .option("--dir <path>", "the folder to make (default: the name, in the working directory)")
    .option("--packages <folder>", "take the packages of Kalends from tarballs there")
    .action(async (name: string, { dir = name, packages }: NewPluginOptions) => {
      const { isEmptyFolder, problemOfName, writeProject } = await import("create-kalends");
      const problem = problemOfName(name);
      if (problem !== undefined) throw new OperatorError([problem]);
      if (!isEmptyFolder(dir)) throw new OperatorError([`${dir} is not empty`]);
      try {
        writeProject(dir, { kind: "plugin", name, packages });
      } catch (error) {
        throw new OperatorError([messageOf(error)]);
      }
      print(`Wrote the plugin ${name} to ${dir}. Next: npm install && npm test there.`);
      if (packages === undefined)
        print(
          "Packages of Kalends then come from the registry; for a folder of tarballs, give --packages FOLDER.",
        );
    });
  return plugin;
};
