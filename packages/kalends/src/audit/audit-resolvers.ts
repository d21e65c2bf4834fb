import { createAuditParticipant, createReadAudit } from "@kalends/core/interface";
import type { Resolver } from "awilix/browser";
import type { Cradle } from "../cradle.ts";
import { createNamesOfUsers } from "../hosting/users/user-names.ts";
import { single } from "../resolvers.ts";
import { createRemoveOldAudit } from "./remove-old-audit.ts";

type AuditPart = "participants" | "namesOfUsers" | "readAudit" | "removeOldAudit";

/** Returns resolvers that register the parts of the audit log. */
export const auditResolvers = (): { readonly [Name in AuditPart]: Resolver<Cradle[Name]> } => ({
  participants: single(({ config, postStatuses, stopwatch: clock, newToken, idempotency }) => [
    idempotency.participant,
    ...(config.audit ? [createAuditParticipant({ postStatuses, clock, newToken })] : []),
  ]),
  namesOfUsers: single(createNamesOfUsers),
  readAudit: single(({ config, store, namesOfUsers: namesOf }) =>
    config.audit ? createReadAudit({ store, namesOf }) : undefined,
  ),
  removeOldAudit: single(createRemoveOldAudit),
});
