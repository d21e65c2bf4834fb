import { Command, InvalidArgumentError, Option } from "commander";
import { createSiteBase } from "../../import/site-base.ts";
import { OperatorError } from "../../operator-error.ts";
import type { CommandContext, CommandFactory } from "../command-context.ts";
import { withCalendar } from "../opened/with-calendar.ts";

/** Web servers and formats for which redirects can be written. */
export const REDIRECT_PROGRAMS = ["nginx", "apache", "caddy", "csv"] as const;
export type RedirectProgram = (typeof REDIRECT_PROGRAMS)[number];

interface RedirectsCommandOptions {
  readonly format: RedirectProgram;
  readonly base?: string;
  readonly all?: boolean;
}

const toBase = (text: string): string => {
  const isBase = /^https?:\/\//i.test(text) && URL.canParse(text) && !/[?#@\s]/.test(text);
  if (!isBase) throw new InvalidArgumentError("The value must be a URL such as https://calendar.example.");
  return text;
};

export const createRedirectsCommand: CommandFactory = (context) =>
  new Command("redirects")
    .description("print redirects from the addresses of the imported site to those of this calendar")
    .addOption(
      new Option("--format <name>", "the program that serves the redirects")
        .choices(REDIRECT_PROGRAMS)
        .makeOptionMandatory(),
    )
    .option(
      "--base <url>",
      "the base URL of this calendar (default: baseUrl); without both, addresses start with /, for a calendar at the host of the old site",
      toBase,
    )
    .option("--all", "with csv: also addresses that stay the same")
    .action((options: RedirectsCommandOptions) => printRedirects(context, options, context.print));

/**
 * Passes redirects to `print`, line by line. Rejects with an `OperatorError` if `all` is used with a format
 * other than `csv`.
 */
export const printRedirects = async (
  context: CommandContext,
  { format, base, all = false }: RedirectsCommandOptions,
  print: (line: string) => void,
): Promise<void> => {
  if (all && format !== "csv")
    throw new OperatorError([
      "--all is only for csv: a server would redirect these addresses to themselves.",
    ]);
  const [{ REDIRECT_FORMATS, writeRedirects }, { createSitePages }] = await Promise.all([
    import("@kalends/import"),
    import("@kalends/http"),
  ]);
  const { plugins } = await context.loadInstallation();
  const hasPlugin = (wanted: string): boolean => plugins.some(({ name }) => name === wanted);
  await withCalendar(context, { createStorage: false }, async (cradle) => {
    const { store, config, settings, postStatuses } = cradle;
    const site = createSiteBase(base ?? config.baseUrl);
    const pages = createSitePages(site.base, { settings, postStatuses, api: cradle.as(), store });
    const shown = (address: string | undefined): string | undefined => address && site.shown(address);
    const { skipped: left } = await writeRedirects(REDIRECT_FORMATS[format], {
      ...{ store, all, host: site.host, print },
      pageOf: async (list, id) => shown(await pages.addressOf(list, id)),
      fileOf: async (image) => shown(await pages.imageUrl(image)),
      isPage: pages.isPage,
      views: {
        pages: hasPlugin("pages"),
        feeds: hasPlugin("icalendar"),
        addressOf: (path) => site.shown(pages.urlOf(path)),
        feedAt: (path) => site.shown(pages.apiUrlOf(path)),
      },
    });
    if (left > 0) context.warn(`${left} old addresses cannot be written for ${format}.`);
  });
};
