import type { Logger } from "@kalends/core";
import type { Authors } from "@kalends/core/interface";
import type { Store } from "@kalends/core/storage";
import type { Config } from "../../configuration/config.ts";
import type { Host } from "../host.ts";
import type { TransactionContext } from "../transactions/transaction-context.ts";
import { createToAuthorNumbers, type ToAuthorNumbers } from "./author-values.ts";
import { createHostAuthorIds, type HostAuthorIds } from "./host-author-ids.ts";
import { createHostUsers } from "./host-users.ts";
import { type Caller, createToActor, type ToActor, toClaims } from "./identity.ts";
import { createUsersOfHost, type UsersOfHost } from "./users-of-host.ts";

/** Identifies users of a host application by the host's own ids. */
export interface Callers {
  readonly toActor: ToActor;
  /** Throws an error if the identity is invalid. */
  check(identity: Caller): void;
  readonly toAuthorNumbers: ToAuthorNumbers;
  readonly hostAuthorIds: HostAuthorIds;
  readonly usersOf: UsersOfHost;
  /** Users who may be authors; `undefined` if the host does not decide this. */
  readonly authors: Authors | undefined;
}

interface CallersDeps {
  readonly store: Pick<Store, "userIds">;
  readonly host: Host;
  readonly config: Pick<Config, "unfilteredHtml">;
  readonly logger: Logger;
  readonly transactionContext: Pick<TransactionContext, "outside">;
}

export const createCallers = ({ store, host, config, logger, transactionContext }: CallersDeps): Callers => {
  const { identity, authors } = host;
  const { unfilteredHtml } = config;
  const users = createHostUsers(store.userIds, transactionContext.outside);
  return {
    toActor: createToActor(users, unfilteredHtml),
    check: (given) => void toClaims(given, unfilteredHtml),
    toAuthorNumbers: createToAuthorNumbers(users, authors),
    usersOf: createUsersOfHost({ host, users, logger }),
    hostAuthorIds: createHostAuthorIds(identity && users, logger),
    authors: authors && {
      isAuthor: async (number) => authors.isAuthor((await users.hostIdsOf([number])).get(number) ?? number),
    },
  };
};
