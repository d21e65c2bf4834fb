import type { BlobStore } from "@kalends/core";
import type { Finding } from "@kalends/core/storage";
import { Command, Option } from "commander";
import { toSiteSettings } from "../../configuration/site-settings.ts";
import { systemClock } from "../../jobs/timers.ts";
import { OperatorError } from "../../operator-error.ts";
import {
  type CommandContext,
  type CommandFactory,
  type CommandStorage,
  withStorage,
} from "../command-context.ts";
import { createProgress } from "../progress.ts";

interface DoctorOptions {
  readonly repair?: true;
  readonly json?: true;
  readonly config?: true;
}

export const createDoctorCommand: CommandFactory = (context) =>
  new Command("doctor")
    .description("check the storage for damage, even while the calendar is served")
    .option("--repair", "repair data derived from records, escape unsafe markup, and check again")
    .option("--json", "print one JSON object a line for each finding")
    .addOption(
      new Option(
        "--config",
        "check settings, plugins and folders instead and print what would be served, without opening the storage",
      ).conflicts(["repair", "json"]),
    )
    .action((options: DoctorOptions) =>
      options.config
        ? examineInstallation(context)
        : withStorage(context, { create: false, migrate: false }, async (storage) => {
            let media: Promise<BlobStore> | undefined;
            /**
             * Opens the storage of image files when the first image is checked, because a calendar without
             * images may have no such storage.
             */
            const blobStore: FileSizes = {
              async size(name) {
                media ??= storage.openMedia();
                return (await media).size(name);
              },
            };
            const found = await examine(context, { ...storage, blobStore }, options);
            if (options.repair && found.repaired > 0) {
              context.warn("checking again after the repairs");
              const left = await examine(
                context,
                { ...storage, blobStore },
                { ...options, repair: undefined },
              );
              printResult(context, left.counts);
            } else printResult(context, found.counts);
          }),
    );

/**
 * Prints what a start would serve. Rejects with an `OperatorError` that lists all problems that would prevent
 * the start.
 */
const examineInstallation = async ({ loadInstallation, print, warn }: CommandContext): Promise<void> => {
  const installation = await loadInstallation();
  const { checkInstallation } = await import("../../configuration/check-installation.ts");
  const { lines, warnings, problems } = await checkInstallation(installation);
  for (const [label, value] of lines) print(`${label}: ${value}`);
  for (const warning of warnings) warn(`warning: ${warning}`);
  if (problems.length > 0) throw new OperatorError(problems);
  warn("nothing is wrong");
};

type FileSizes = Pick<BlobStore, "size">;
type Counts = ReadonlyMap<string, number>;

/** Prints all findings and repairs them if the user requested it. */
const examine = async (
  context: CommandContext,
  {
    config,
    store,
    openAccounts,
    blobStore,
  }: Pick<CommandStorage, "config" | "store" | "openAccounts"> & { readonly blobStore: FileSizes },
  { repair, json }: { readonly repair?: true | undefined; readonly json?: true },
): Promise<{ readonly counts: Counts; readonly repaired: number }> => {
  const [{ checkSignInNames, examineStore }, { checkForms }] = await Promise.all([
    import("@kalends/core/interface"),
    import("../../archive/check-forms.ts"),
  ]);
  // The storage may support no accounts.
  const accounts = await openAccounts().catch(() => undefined);
  const progress = createProgress(context, { nouns: "records" });
  const counts = new Map<string, number>();
  let repaired = 0;
  const findings = examineStore({
    ...{ store, blobStore, clock: systemClock, site: toSiteSettings(config) },
    checkForms: () => checkForms({ store, accounts }),
    ...(accounts && { checkAccounts: () => checkSignInNames(accounts) }),
    onProgress: (records) => progress.at(records),
  });
  for await (const finding of findings) {
    const isRepaired = repair === true && finding.repair !== undefined;
    if (isRepaired) {
      await finding.repair?.();
      repaired += 1;
    }
    counts.set(finding.kind, (counts.get(finding.kind) ?? 0) + 1);
    context.print(json ? toJson(finding, isRepaired) : toLine(finding, isRepaired));
  }
  progress.end();
  return { counts, repaired };
};

const toJson = ({ kind, record, detail, repair }: Finding, isRepaired: boolean): string =>
  JSON.stringify({ kind, record, detail, derived: repair !== undefined, repaired: isRepaired });

const toLine = ({ kind, record, detail, repair }: Finding, isRepaired: boolean): string => {
  const about = record === undefined ? "" : ` ${record.kind} ${record.id}:`;
  const remedy = repair === undefined ? "" : isRepaired ? " Repaired." : " Use --repair to repair it.";
  return `${kind}:${about} ${detail}${remedy}`;
};

/**
 * Prints that nothing is wrong. If the storage has findings, throws an `OperatorError` with their number
 * instead, so that the exit code is 1.
 */
const printResult = (context: CommandContext, counts: Counts): void => {
  const all = [...counts].map(([kind, count]) => `${count} × ${kind}`);
  if (all.length > 0) throw new OperatorError([`found ${all.join(", ")}`]);
  context.warn("nothing is wrong");
};
