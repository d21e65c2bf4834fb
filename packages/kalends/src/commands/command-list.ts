import type { CommandFactory } from "./command-context.ts";
import { createExportCommand } from "./export.ts";
import { createImportCommand } from "./import.ts";
import { createMigrateCommand } from "./migrate.ts";
import { createPluginCommand } from "./plugin.ts";
import { createSeedCommand } from "./seed.ts";
import { createServeCommand } from "./serve.ts";
import { createSweepCommand } from "./sweep.ts";
import { createUserCommand } from "./user.ts";

/** Every command, in the order of the help. */
export const COMMANDS: readonly CommandFactory[] = [
  createServeCommand,
  createMigrateCommand,
  createSeedCommand,
  createImportCommand,
  createExportCommand,
  createSweepCommand,
  createUserCommand,
  createPluginCommand,
];
