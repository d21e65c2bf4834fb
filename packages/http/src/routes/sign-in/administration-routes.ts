import { ROLE_CAPABILITIES, ROLES } from "@kalends/core";
import type { AccountDirectory, SignIns } from "@kalends/core/accounts";
import { ref } from "../../document/schemas/schema.ts";
import { presentAccount, presentOwnSession } from "../../presenters/account-presenter.ts";
import type { DeclaredRoute } from "../declared/declared-route.ts";
import { type GiveLink, requireMailable } from "./account-links.ts";
import type { Creation } from "./account-routes.ts";
import { newAccount } from "./parameters.ts";
import { type FindManaged, isManager, userNotFound } from "./rights.ts";
import { signInRoute } from "./sign-in-route.ts";

interface AdministrationRouteDeps {
  readonly signIns: SignIns;
  readonly directory: AccountDirectory;
  readonly findManaged: FindManaged;
  /** Absent if links cannot be given: mail is configured, but the calendar has no public address. */
  readonly giveLink: GiveLink | undefined;
  /** True if links are sent by mail. */
  readonly mailsLinks: boolean;
}

const MANAGED = { tag: "Accounts", permits: isManager } as const;

/**
 * Creates the routes of the sessions and links of accounts, and of roles.
 * Source: rules/sign-in.md#accounts-over-the-interface.
 */
export const createAdministrationRoutes = ({
  signIns,
  giveLink,
  ...deps
}: AdministrationRouteDeps): readonly DeclaredRoute[] => {
  const { findManaged } = deps;
  return [
    signInRoute({
      ...MANAGED,
      method: "GET",
      path: "/accounts/{id}/sessions",
      operation: "listSessions",
      answer: "answer.sessions",
      schema: ref("SessionList"),
      async run(_values, { actor, id }) {
        const account = await findManaged(actor, id);
        const { credential } = actor;
        const own = credential?.kind === "session" ? credential.id : undefined;
        const sessions = await signIns.sessionsOf(account.id);
        return { body: { sessions: sessions.map((session) => presentOwnSession(session, own)) } };
      },
    }),
    signInRoute({
      ...MANAGED,
      method: "DELETE",
      path: "/accounts/{id}/sessions",
      operation: "endSessions",
      answer: "answer.sessions.ended",
      schema: ref("EndedSessions"),
      async run(_values, { actor, id }) {
        const account = await findManaged(actor, id);
        return { body: { ended: await signIns.endSessions(account.id) } };
      },
    }),
    signInRoute({
      ...MANAGED,
      method: "GET",
      path: "/roles",
      operation: "listRoles",
      answer: "answer.roles",
      schema: ref("RoleList"),
      run: async () => ({
        body: { roles: ROLES.map((name) => ({ name, capabilities: ROLE_CAPABILITIES[name] })) },
      }),
    }),
    ...(giveLink === undefined ? [] : createGivingRoutes(deps, giveLink)),
  ];
};

const createGivingRoutes = (
  { directory, findManaged, mailsLinks }: Omit<AdministrationRouteDeps, "signIns" | "giveLink">,
  giveLink: GiveLink,
): readonly DeclaredRoute[] => [
  signInRoute<Creation>({
    ...MANAGED,
    method: "POST",
    path: "/accounts/invite",
    operation: "inviteAccount",
    parameters: newAccount(mailsLinks),
    status: 201,
    answer: "answer.invitation",
    schema: ref("Invitation"),
    issuesCredentials: true,
    secrets: {
      members: ["link"],
      reread: async (body) => ((await directory.find(Number(body.id))) === undefined ? undefined : body),
    },
    async run({ display_name: displayName, ...values }, { actor, addresses }) {
      // An account that cannot get its link must not be created.
      if (mailsLinks) requireMailable((values.email ?? "").trim());
      const account = await directory.find(await directory.create(actor, { ...values, displayName }));
      if (account === undefined) throw userNotFound();
      return { body: { ...presentAccount(account), ...(await giveLink(account, "invitation", addresses)) } };
    },
  }),
  signInRoute({
    ...MANAGED,
    method: "POST",
    path: "/accounts/{id}/link",
    operation: "createAccountLink",
    answer: "answer.link",
    schema: ref("AccountLink"),
    issuesCredentials: true,
    secrets: { members: ["link"], reread: (body) => body },
    async run(_values, { actor, id, addresses }) {
      const account = await findManaged(actor, id);
      const purpose = account.hasPassword ? "forgotten-password" : "invitation";
      return { body: await giveLink(account, purpose, addresses) };
    },
  }),
];
