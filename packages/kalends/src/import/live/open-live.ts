import { setTimeout } from "node:timers/promises";
import type { DocumentRepository } from "@kalends/core/storage";
import type { LiveSource, LiveSourceDeps } from "@kalends/import";
import type { CommandContext } from "../../commands/command-context.ts";
import { systemClock } from "../../jobs/timers.ts";
import { readImportPassword } from "./import-password.ts";
import type { LiveOptions } from "./live-options.ts";

export interface OpenLiveOptions extends LiveOptions {
  /** Begins anew, whatever an earlier run has left. */
  readonly restart?: true;
  /** Of the user, where the command has it already. */
  readonly password?: string;
}

/**
 * A live server that somebody has typed the address of. Where `documents` are given, a run that is broken off leaves there how far it is,
 * and this one goes on with it. Rejects with an `ImportError` or an `OperatorError`.
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

/** Why an address is not that of a live server of this interface; `undefined`: it is. */
export const whyNotLive = async (address: string): Promise<string | undefined> => {
  const { reasonNotLive } = await import("@kalends/import");
  return reasonNotLive(address, await liveDeps(address));
};

/** The typed host and port may be in an inner network; what they redirect to may not. */
const liveDeps = async (address: string): Promise<LiveSourceDeps> => {
  const { createGuardedFetch } = await import("@kalends/media");
  return {
    fetch: createGuardedFetch({ allowHosts: hostsOf(address), explainsInnerHosts: true })("import"),
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
