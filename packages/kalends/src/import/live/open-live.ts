import { setTimeout } from "node:timers/promises";
import type { DocumentRepository } from "@kalends/core/storage";
import type { LiveSource, LiveSourceDeps } from "@kalends/import";
import type { CommandContext } from "../../commands/command-context.ts";
import { systemClock } from "../../jobs/timers.ts";
import { readImportPassword } from "./import-password.ts";
import type { LiveOptions } from "./live-options.ts";

export interface OpenLiveOptions extends LiveOptions {
  /** True to ignore the progress of an earlier run and start from the beginning. */
  readonly restart?: true;
  /** Password of the user, if the command has already read it. */
  readonly password?: string;
}

/**
 * Opens the live server at the address that the user entered. With `documents`, the progress is stored there,
 * so that the next run can continue an interrupted one. Rejects with an `ImportError` or an `OperatorError`.
 */
export const openLive = async (
  context: CommandContext,
  address: string,
  { user, passwordStdin, insecureHttp, parallel, probe, restart, password: given }: OpenLiveOptions,
  more: Partial<Pick<LiveSourceDeps, "onProbe" | "isUnchanged">> & {
    readonly documents?: DocumentRepository | undefined;
  } = {},
): Promise<LiveSource> => {
  const { createLiveSource } = await import("@kalends/import");
  const password =
    user === undefined || given !== undefined
      ? given
      : await readImportPassword({ ...(passwordStdin && { passwordStdin }) }, context);
  return createLiveSource(
    { address, user, password, isInsecureAllowed: insecureHttp, parallel, probes: probe, restarts: restart },
    { ...(await liveDeps(address)), note: context.warn, ...more },
  );
};

/** Returns the reason why an address is not that of a live server. Returns `undefined` if it is one. */
export const reasonNotLiveAt = async (address: string): Promise<string | undefined> => {
  const { reasonNotLive } = await import("@kalends/import");
  return reasonNotLive(address, await liveDeps(address));
};

/**
 * Returns the fetch function and clock for a live server. The host and port of the address may be in an
 * internal network. Redirects to other internal hosts are refused.
 */
const liveDeps = async (address: string): Promise<LiveSourceDeps> => {
  const { createGuardedFetch } = await import("@kalends/media");
  return {
    fetch: createGuardedFetch({ allowHosts: hostsOf(address), explainsInternalHosts: true })("import"),
    wait: setTimeout,
    now: systemClock.now,
    random: Math.random,
  };
};

const hostsOf = (address: string): readonly string[] => {
  if (!URL.canParse(address)) return [];
  const { protocol, hostname, port } = new URL(address);
  return [`${hostname}:${port || (protocol === "https:" ? 443 : 80)}`];
};
