import { toInertText } from "@kalends/core";
import type { Plugin, PluginCommand } from "@kalends/core/interface";
import { Command, Option } from "commander";
import type { CommandContext } from "./command-context.ts";
import { withCalendar } from "./opened/with-calendar.ts";

/** Creates the commands that plugins add. Each command runs with an opened calendar. */
export const createPluginCommands = (
  plugins: readonly Plugin[],
  context: CommandContext,
): readonly Command[] =>
  plugins.flatMap(({ name, commands = [] }) => commands.map((command) => toCommand(name, command, context)));

const toCommand = (plugin: string, declared: PluginCommand, context: CommandContext): Command => {
  const { name, description, arguments: parameters = [], options = [] } = declared;
  const command = new Command(name).description(description);
  for (const { name: argument, description: meaning, optional } of parameters) {
    command.argument(optional === true ? `[${argument}]` : `<${argument}>`, meaning);
  }
  for (const { name: option, description: meaning, value, default: fallback } of options) {
    const flags = value === undefined ? `--${option}` : `--${option} <${value}>`;
    command.addOption(new Option(flags, meaning).default(fallback));
  }
  return command.action(async () => {
    const chosen = command.opts<Readonly<Record<string, string | boolean>>>();
    const call = {
      arguments: defined(parameters.map((parameter, index) => [parameter.name, command.args[index]])),
      options: defined(command.options.map((option) => [option.name(), chosen[option.attributeName()]])),
      print: (line: string) => context.print(toInertText(line)),
      warn: (line: string) => context.warn(toInertText(line)),
    };
    await withCalendar(context, { createStorage: false }, async ({ accounts, pluginContainers }) => {
      const container = pluginContainers.all.find((one) => one.plugin.name === plugin);
      if (container === undefined) throw new Error(`The plugin ${plugin} has no container.`);
      const accountId = async (account: string) => (await accounts.actorOf(account))?.id;
      await declared.run({ ...call, accountId }, container.deps);
    });
  });
};

const defined = <T>(entries: readonly (readonly [string, T | undefined])[]): Readonly<Record<string, T>> =>
  Object.fromEntries(entries.filter((entry): entry is [string, T] => entry[1] !== undefined));
