import { existsSync, readdirSync } from "node:fs";
import { Command } from "commander";
import { OperatorError } from "../operator-error.ts";
import type { CommandFactory } from "./command-context.ts";

const NAME = /^[a-z][a-z0-9-]{0,99}$/;

export const createPluginCommand: CommandFactory = ({ print }) => {
  const plugin = new Command("plugin").description("begin plugins");
  plugin
    .command("new")
    .argument("<name>", "of the plugin and its package: lower-case letters, digits and -")
    .description("write a plugin that compiles, with a test that passes")
    .option("--dir <path>", "the folder to make (default: the name, in the working directory)")
    .action(async (name: string, { dir = name }: { readonly dir?: string }) => {
      const [{ writeNewPlugin }, { RESERVED_SEGMENTS }] = await Promise.all([
        import("../plugins/new-plugin.ts"),
        import("@kalends/http"),
      ]);
      if (!NAME.test(name)) {
        throw new OperatorError([`The name must be lower-case letters, digits and -, not ${name}`]);
      }
      // Every object has some members, such as `toString`: no plugin can be called like them.
      if (RESERVED_SEGMENTS.includes(name) || name in {})
        throw new OperatorError([`${name} is a name of Kalends itself`]);
      if (existsSync(dir) && readdirSync(dir).length > 0) throw new OperatorError([`${dir} is not empty`]);
      writeNewPlugin(dir, name);
      print(`Wrote the plugin ${name} to ${dir}. Next: npm install && npm test there.`);
    });
  return plugin;
};
