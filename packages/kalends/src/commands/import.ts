import { Command } from "commander";
import { OperatorError } from "../operator-error.ts";
import type { CommandFactory } from "./command-context.ts";

export const createImportCommand: CommandFactory = () =>
  new Command("import").description("take over an archive or recorded list pages").action(() => {
    throw new OperatorError(["import is not part of this version"]);
  });
