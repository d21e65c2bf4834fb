import type { Cradle } from "../../cradle.ts";
import { OperatorError } from "../../operator-error.ts";
import type { CommandContext } from "../command-context.ts";

/**
 * Opens the calendar with the contributions of all plugins, calls `run`, and closes the calendar. Does not
 * listen for requests. An error of `run` becomes an `OperatorError` with the same message.
 */
export const withCalendar = async (
  { loadInstallation, stderr }: CommandContext,
  { createStorage = true }: { readonly createStorage?: boolean },
  run: (cradle: Cradle) => Promise<void>,
): Promise<void> => {
  const { config, plugins } = await loadInstallation();
  const [{ openCalendar }, { createPinoLogger }] = await Promise.all([
    import("../../hosting/open-calendar.ts"),
    import("../../logging/pino-logger.ts"),
  ]);
  const logger = createPinoLogger(config.logLevel, stderr);
  const { cradle, close } = await openCalendar({
    config,
    plugins,
    logger,
    pages: false,
    createStorage,
  });
  try {
    await run(cradle);
  } catch (error) {
    throw error instanceof Error ? new OperatorError([error.message]) : error;
  } finally {
    await close();
    logger.flush();
  }
};
