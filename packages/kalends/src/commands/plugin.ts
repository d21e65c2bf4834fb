import { Command } from "commander";
import { messageOf, OperatorError } from "../operator-error.ts";
import type { CommandFactory } from "./command-context.ts";

interface NewPluginOptions {
  readonly dir?: string;
  readonly packages?: string;
}

export const createPluginCommand: CommandFactory = ({ print }) => {
  const plugin = new Command("plugin").description("create plugins");
  plugin
    .command("new")
    .argument("<name>", "of the plugin and its package: lower-case letters, digits and -")
    .description("create a plugin project that compiles and passes its test")
    .option("--dir <path>", "the folder to create (default: the name, in the working directory)")
    .option("--packages <folder>", "install the packages of Kalends from tarballs in this folder")
    .action(async (name: string, { dir = name, packages }: NewPluginOptions) => {
      const { isEmptyFolder, problemOfName, writeProject } = await import("create-kalends");
      const problem = problemOfName(name);
      if (problem !== undefined) throw new OperatorError([problem]);
      if (!isEmptyFolder(dir))
        throw new OperatorError([`The folder ${dir} is not empty: choose another one with --dir`]);
      try {
        writeProject(dir, { kind: "plugin", name, packages });
      } catch (error) {
        throw new OperatorError([messageOf(error)]);
      }
      print(`Wrote the plugin ${name} to ${dir}. Next: npm install && npm test there.`);
      if (packages === undefined)
        print(
          "npm will install the packages of Kalends from the registry; use --packages FOLDER to install them from tarballs.",
        );
    });
  return plugin;
};
