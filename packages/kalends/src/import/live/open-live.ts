import { setTimeout } from "node:timers/promises";
import type { DocumentRepository } from "@kalends/core/storage";
import type { LiveSource, LiveSourceDeps } from "@kalends/import";
import type { CommandContext } from "../../commands/command-context.ts";
import { systemClock } from "../../jobs/timers.ts";
import { readImportPassword } from "./import-password.ts";
import type { LiveOptions } from "./live-options.ts";

export interface OpenLiveOptions extends LiveOptions {
  /** Starts from the beginning and ignores the progress of an earlier run. */
  readonly restart?: true;
  /** Password of the user, if the command has read it already. */
  readonly password?: string;
}

/**
 * Opens the live server at an address given by the user. With `documents`, an interrupted run saves its
 * progress there, and the next run continues from it. Rejects with an `ImportError` or an `OperatorError`.
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

/** Returns the reason why an address does not belong to a live server, or `undefined` if it does. */
export const reasonNotLiveAt = async (address: string): Promise<string | undefined> => {
  const { reasonNotLive } = await import("@kalends/import");
  return reasonNotLive(address, await liveDeps(address));
};

/**
 * Returns the fetch function and clock for a live server. The given host and port may be in an internal
 * network; redirects to other internal hosts are refused.
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
