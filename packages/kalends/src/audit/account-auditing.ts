import type { SignIns } from "@kalends/core/accounts";
import type { AccountStore } from "@kalends/core/storage";
import type { Middleware } from "koa";
import type { ContainerInputs, Cradle } from "../cradle.ts";
import { newToken } from "../hosting/secrets.ts";
import { createFixedWindow } from "../limits/fixed-window.ts";
import { createStoredCounters } from "../limits/stored-counters.ts";
import { createAccountAudit } from "./account-audit.ts";
import { withAccountAudit } from "./audited-accounts.ts";
import { withRefusedSignIns } from "./refused-sign-ins.ts";
import { createRequestCaller } from "./request-caller.ts";

/** Wraps the parts of the calendar whose account events the audit log records. */
export interface AccountAuditing {
  accountStore(accounts: AccountStore): AccountStore;
  signIns(signIns: SignIns, accounts: AccountStore): SignIns;
  identify(identify: Cradle["identify"]): Cradle["identify"];
  middleware(middleware: Middleware): Middleware;
}

const UNWATCHED: AccountAuditing = {
  accountStore: (accounts) => accounts,
  signIns: (signIns) => signIns,
  identify: (identify) => identify,
  middleware: (middleware) => middleware,
};

/** Rate at which refused sign-ins of an account from one network are recorded. `duration` is in seconds. */
const REFUSALS = { points: 1, duration: 60 * 60 };

/**
 * Creates the wrappers that record account events. Without an audit log, or if the host manages the users,
 * the wrappers change nothing.
 * Source: rules/sign-in.md#sign-in-audit.
 */
export const createAccountAuditing = ({
  config,
  store,
  accountStore,
  clock,
  logger,
}: Pick<ContainerInputs, "config" | "store" | "accountStore" | "clock" | "logger">): AccountAuditing => {
  if (!config.audit || accountStore === undefined) return UNWATCHED;
  const caller = createRequestCaller();
  const audit = createAccountAudit({ store, clock, newToken, logger, caller: caller.current });
  const refusals = createFixedWindow(createStoredCounters({ store, clock }), "refused", REFUSALS);
  return {
    accountStore: (accounts) => withAccountAudit(accounts, audit),
    signIns: (signIns, accounts) => withRefusedSignIns(signIns, { audit, accounts, refusals, logger }),
    identify: caller.noting,
    middleware: caller.around,
  };
};
