import { Command, InvalidArgumentError, Option } from "commander";
import type { Installation } from "../configuration/installation.ts";
import type { Setting } from "../configuration/setting-types.ts";
import { SETTINGS } from "../configuration/settings.ts";
import { siteAddresses } from "../configuration/site-addresses.ts";
import { documentAddress } from "../document-address.ts";
import { printedLink } from "../hosting/public-origin.ts";
import type { ClosableLogger } from "../logging/pino-logger.ts";
import type { Started } from "../start.ts";
import type { CommandFactory } from "./command-context.ts";
import { toTable } from "./tables.ts";

export const createServeCommand: CommandFactory = ({
  loadInstallation,
  print,
  warn,
  untilStopped,
  stderr,
  env,
}) =>
  new Command("serve")
    .description("serve the calendar over HTTP until it is interrupted")
    .addOption(
      new Option("--port <number>", "overrides KALENDS_PORT, the configuration file and PORT").argParser(
        toPort,
      ),
    )
    .addOption(
      new Option("--storage <address>", "overrides KALENDS_STORAGE and the configuration file").argParser(
        toStorage,
      ),
    )
    .addHelpText("after", settingsHelp)
    .action(async ({ port, storage }: ServeOptions) => {
      const environment = {
        ...(port !== undefined && { [SETTINGS.port.variable]: port }),
        ...(storage !== undefined && { [SETTINGS.storage.variable]: storage }),
      };
      const installation = await loadInstallation(environment);
      const [serve, { createPinoLogger }, { describeStorage }] = await Promise.all([
        installation.config.workers > 1 ? loadWorkers() : loadServer(),
        import("../logging/pino-logger.ts"),
        import("../storage/storage-schemes.ts"),
      ]);
      const logger = createPinoLogger(installation.config.logLevel, stderr);
      try {
        // Registered before the start, so that an interruption during the start is not lost.
        const interrupted = untilStopped();
        const { absentPlugins, replacedPlugins, config, plugins } = installation;
        if (absentPlugins.length > 0) {
          logger.info("default plugins are not installed and therefore off", { plugins: absentPlugins });
        }
        const {
          url,
          port: usedPort,
          firstAccount,
          firstLink,
          hasAdministrator,
          stop,
        } = await serve({
          ...installation,
          logger,
          environment,
        });
        // If npm started the command, as in a clone, `kalends` is not on the PATH.
        const kalends = env.npm_execpath ? "npx --no kalends" : "kalends";
        if (firstAccount) {
          print(`Created a new calendar: ${describeStorage(config.storage)}`);
          print(`Created the account ${firstAccount.name} with the application password:`);
          print(`  ${firstAccount.password}`);
          print(
            `It is shown only this once; \`${kalends} user password ${firstAccount.name}\` creates another one.`,
          );
        }
        if (firstLink) {
          print(`Open this link to set the password with which ${firstLink.name} signs in:`);
          print(`  ${printedLink(config, usedPort, firstLink.token)}`);
          print("It is valid once, for 72 hours; the next start prints a new one.");
        }
        if (!hasAdministrator) {
          warn(
            `no account is an administrator; \`${kalends} user add NAME --role administrator\` creates one`,
          );
        }
        const { origin } = new URL(url);
        const addresses = siteAddresses(config.baseUrl ?? origin, plugins);
        // Printed as one text, so that a program that reads the output never gets only the first line.
        print(
          [
            `Kalends is ready at ${origin}`,
            ...addresses.map(([label, address]) => `${label}: ${address}`),
            ...(replacedPlugins.length > 0
              ? [
                  `Default plugins that are off: ${replacedPlugins.join(", ")} (${SETTINGS.plugins.variable} replaces them; add them to it to keep them)`,
                ]
              : []),
          ].join("\n"),
        );
        await interrupted;
        logger.info("stopping");
        const began = performance.now();
        await stop();
        logger.info("stopped", { milliseconds: Math.round(performance.now() - began) });
      } finally {
        logger.flush();
      }
    });

interface ServeOptions {
  readonly port?: string;
  readonly storage?: string;
}

const toPort = (text: string): string => {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return text;
  throw new InvalidArgumentError("It must be a whole number from 0 to 65535.");
};

const toStorage = (text: string): string => {
  if (/^[a-z][a-z0-9+.-]*:./.test(text)) return text;
  throw new InvalidArgumentError("It must be a scheme and a place, such as sqlite:./kalends.db.");
};

interface ServeDeps extends Installation {
  readonly logger: ClosableLogger;
  /** Settings given as options of the command. */
  readonly environment: Readonly<Record<string, string>>;
}

type Serve = (deps: ServeDeps) => Promise<Started>;

const loadServer = async (): Promise<Serve> => {
  const { start } = await import("../start.ts");
  return ({ environment: _, ...deps }) => start({ ...deps, pages: true });
};

const loadWorkers = async (): Promise<Serve> => (await import("../workers/start-workers.ts")).startWorkers;

/** Returns a table of all settings with their defaults. */
const settingsHelp = (): string => {
  const rows = Object.entries(SETTINGS).map(([key, setting]: [string, Setting<unknown>]) => {
    const fallback = setting.standaloneDefault ?? setting.fallback;
    const shown = typeof fallback === "object" && !Array.isArray(fallback) ? "" : fallback;
    return [setting.variable, key, String(shown ?? "")];
  });
  const table = toTable(["variable", "key in the file", "default"], rows);
  return `
Settings are read from environment variables, or else from kalends.config.json in the working directory:
${table.map((line) => `  ${line}`).join("\n")}
${documentAddress("docs/reference/configuration.md")} describes each of them. Plugins add their own.`;
};
