import type { Plugin, PluginCommand } from "@kalends/core";
import { Command, Option } from "commander";
import { OperatorError } from "../operator-error.ts";
import type { CommandContext } from "./command-context.ts";

/** The commands of these plugins, each on the opened storage. */
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
  const switches = options.map(({ name: option, description: meaning, value, default: fallback }) => {
    const flags = value === undefined ? `--${option}` : `--${option} <${value}>`;
    return { name: option, option: new Option(flags, meaning).default(fallback) };
  });
  for (const { option } of switches) command.addOption(option);
  return command.action(async () => {
    const given: readonly (string | undefined)[] = command.args;
    const chosen = command.opts<Readonly<Record<string, string | boolean>>>();
    const call = {
      arguments: Object.fromEntries(
        parameters.flatMap(({ name: argument }, index) =>
          given[index] === undefined ? [] : [[argument, given[index]]],
        ),
      ),
      options: Object.fromEntries(
        switches.flatMap(({ name: switched, option }) => {
          const value = chosen[option.attributeName()];
          return value === undefined ? [] : [[switched, value]];
        }),
      ),
      print: context.print,
      warn: context.warn,
    };
    await runOnStorage(plugin, context, (deps) => declared.run(call, deps));
  });
};

const runOnStorage = async (
  plugin: string,
  { loadInstallation, stderr }: CommandContext,
  run: (deps: Parameters<PluginCommand["run"]>[1]) => Promise<void>,
): Promise<void> => {
  const { config, plugins } = await loadInstallation();
  const [{ openCalendar }, { createPinoLogger }, { systemClock, systemTimers }] = await Promise.all([
    import("../hosting/open-calendar.ts"),
    import("../logging/pino-logger.ts"),
    import("../jobs/timers.ts"),
  ]);
  const logger = createPinoLogger(config.logLevel, stderr);
  const surroundings = {
    config,
    plugins,
    logger,
    clock: systemClock,
    timers: systemTimers,
    pages: false,
    createStorage: false,
  };
  const { cradle, close } = await openCalendar(surroundings);
  try {
    await run(cradle.pluginDepsOf(plugin));
  } catch (error) {
    throw error instanceof Error ? new OperatorError([error.message]) : error;
  } finally {
    await close();
    logger.flush();
  }
};
