import type { Clock, Logger } from "@kalends/core";
import { type AuditEntry, createAuditIds, toAuditDocument } from "@kalends/core/interface";
import type { Store } from "@kalends/core/storage";
import type { AuditedCaller } from "./request-caller.ts";

/** Event of an account; `changes` is empty by default. */
export type AccountEvent = Pick<AuditEntry, "action" | "recordId" | "userId"> &
  Partial<Pick<AuditEntry, "changes">> & { readonly kind: "account" | "session" };

/** Records changes of accounts and sign-ins in the audit log. */
export interface AccountAudit {
  /** Stores an entry. Never rejects: the change itself is already stored, so a failure is only logged. */
  note(event: AccountEvent): Promise<void>;
}

interface AccountAuditDeps {
  readonly store: Pick<Store, "transaction">;
  readonly clock: Clock;
  readonly newToken: () => string;
  readonly logger?: Pick<Logger, "error"> | undefined;
  /** Returns the caller who causes the event. By default, the entry names no caller, as for commands. */
  readonly caller?: (() => AuditedCaller) | undefined;
}

/**
 * Creates the recorder of account events.
 * Source: rules/audit.md#accounts.
 */
export const createAccountAudit = ({
  store,
  clock,
  newToken,
  logger,
  caller = () => ({}),
}: AccountAuditDeps): AccountAudit => {
  const newId = createAuditIds(newToken);
  return {
    async note({ kind, action, recordId, userId, changes = [] }) {
      const { actor, requestId } = caller();
      const [user, plugin] = [userId ?? actor?.id, actor?.plugin ?? actor?.scheme];
      const time = clock.now();
      const entry: AuditEntry = {
        ...{ id: newId(time), time, kind, recordId, action, changes },
        ...(user !== undefined && { userId: user }),
        ...(plugin !== undefined && { plugin }),
        ...(requestId !== undefined && { requestId }),
      };
      try {
        await store.transaction(({ documents }) => documents.save(toAuditDocument(entry)));
      } catch (error) {
        logger?.error("a change of an account is missing in the audit log", {
          kind,
          action,
          recordId,
          error,
        });
      }
    },
  };
};
