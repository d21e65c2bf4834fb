import type { JobStarter, RunJobsDeps } from "@kalends/core/interface";
import type { Cradle } from "../../cradle.ts";

/**
 * Creates the function that returns the starter of a job as a caller. An account must still have the
 * credential and every right with which the job was started. For users without an account, the calendar
 * cannot ask for their rights, so they keep those that they had.
 * Source: rules/jobs.md#job-rights.
 */
export const createActorOfStarter = (
  cradle: Pick<Cradle, "accounts" | "accountStore">,
): RunJobsDeps["actorOf"] => {
  const hasAllRights = async ({ id, credential, capabilities }: JobStarter): Promise<boolean> => {
    // Without accounts, the host application manages the users now, and the account no longer counts.
    if (cradle.accountStore === undefined) return false;
    const credentialId = credential && "id" in credential ? credential.id : undefined;
    const scopes = capabilities.includes("manage_accounts") ? (["accounts"] as const) : undefined;
    const current = await cradle.accounts.actorOf(id, credentialId, scopes);
    return current !== undefined && capabilities.every((right) => current.capabilities.has(right));
  };
  return async (starter) => {
    const { capabilities, ...caller } = starter;
    if (caller.hostId === undefined && !(await hasAllRights(starter))) return undefined;
    return { ...caller, capabilities: new Set(capabilities) };
  };
};
