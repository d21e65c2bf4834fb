import { Command } from "commander";
import { OperatorError } from "../operator-error.ts";
import type { CommandFactory } from "./command-context.ts";

export const createExportCommand: CommandFactory = () =>
  new Command("export").description("write everything that is stored to an archive").action(() => {
    throw new OperatorError(["export is not part of this version"]);
  });
