import { Command } from "commander";
import { OperatorError } from "../operator-error.ts";
import type { CommandFactory } from "./command-context.ts";

export const createSeedCommand: CommandFactory = () =>
  new Command("seed").description("fill the storage with plausible, reproducible records").action(() => {
    throw new OperatorError(["seed is not part of this version"]);
  });
