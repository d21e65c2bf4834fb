import { type Actor, CalendarError } from "@kalends/core";
import type { PluginRoute } from "@kalends/core/interface";
import type { Cradle } from "../cradle.ts";
import { type Contributions, valuesOf } from "./contributions.ts";

/** Revokes all that was created with an application password, and returns how many of each kind. */
export const revokeIssued = async (
  { issuedCredentials }: Pick<Contributions, "issuedCredentials">,
  credentialId: string,
): Promise<readonly (readonly [name: string, count: number])[]> => {
  const counts: [string, number][] = [];
  for (const { value } of issuedCredentials)
    counts.push([value.name, await value.revokeMadeWith(credentialId)]);
  return counts;
};

/**
 * The routes of plugins. One that issues credentials looks again, once it has stored something, whether the caller's application password is
 * still there: a request that was under way when it was revoked leaves nothing behind.
 */
export const createIssuingRoutes = (
  cradle: Pick<Cradle, "accounts" | "contributions">,
): readonly PluginRoute[] => {
  const { contributions } = cradle;
  const demandValid = async ({ id, credential }: Actor): Promise<void> => {
    if (id === undefined || credential?.kind !== "password") return;
    // Only accounts of the calendar have passwords: in a host with users of its own there are none to ask.
    if ((await cradle.accounts.actorOf(id, credential.id)) !== undefined) return;
    await revokeIssued(contributions, credential.id);
    throw new CalendarError("rest_forbidden");
  };
  return valuesOf(contributions.routes).map((route) =>
    route.issuesCredentials
      ? {
          ...route,
          async run(values, request) {
            const answer = await route.run(values, request);
            await demandValid(request.actor);
            return answer;
          },
        }
      : route,
  );
};
