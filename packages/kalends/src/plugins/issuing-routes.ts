import { type Actor, CalendarError } from "@kalends/core";
import type { PluginRoute } from "@kalends/core/interface";
import type { Cradle } from "../cradle.ts";
import { type Contributions, valuesOf } from "./contributions.ts";

/**
 * Revokes everything that was created with an application password. Returns the number of revoked items of
 * each kind.
 */
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
 * Returns the routes of plugins. A route that issues credentials checks the caller's application password
 * again after it has stored something. If the password was revoked meanwhile, everything that was created
 * with it is revoked, and the request is refused.
 */
export const createIssuingRoutes = (
  cradle: Pick<Cradle, "accounts" | "contributions">,
): readonly PluginRoute[] => {
  const { contributions } = cradle;
  const requireValidCredential = async ({ id, credential }: Actor): Promise<void> => {
    if (id === undefined || credential?.kind !== "password") return;
    // Only accounts of the calendar have application passwords to check.
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
            await requireValidCredential(request.actor);
            return answer;
          },
        }
      : route,
  );
};
