import type { SignIns } from "@kalends/core/accounts";
import { ref } from "../../document/schemas/schema.ts";
import { presentOwnSession, presentSession, type SignInWays } from "../../presenters/account-presenter.ts";
import type { DeclaredRoute } from "../declared/declared-route.ts";
import { PASSWORD_CHANGE } from "./parameters.ts";
import { accountOf, credentialNotFound, hasAccount } from "./rights.ts";
import type { UserOf } from "./session-routes.ts";
import { signInRoute } from "./sign-in-route.ts";

interface OwnRouteDeps {
  readonly signIns: SignIns;
  readonly userOf: UserOf;
  readonly ways: SignInWays;
}

const OWN = { tag: "Signing in", permits: hasAccount } as const;

/** Creates the routes of the caller's own sessions and password. Source: rules/sign-in.md#sessions. */
export const createOwnRoutes = ({ signIns, userOf, ways }: OwnRouteDeps): readonly DeclaredRoute[] => [
  signInRoute({
    ...OWN,
    method: "GET",
    path: "/me/sessions",
    operation: "listOwnSessions",
    answer: "answer.sessions",
    schema: ref("SessionList"),
    async run(_values, { actor }) {
      const { credential } = actor;
      const own = credential?.kind === "session" ? credential.id : undefined;
      const sessions = await signIns.sessionsOf(accountOf(actor));
      return { body: { sessions: sessions.map((session) => presentOwnSession(session, own)) } };
    },
  }),
  signInRoute({
    ...OWN,
    method: "DELETE",
    path: "/me/sessions",
    operation: "endOtherSessions",
    answer: "answer.sessions.ended",
    schema: ref("EndedSessions"),
    async run(_values, { actor }) {
      const { credential } = actor;
      const own = credential?.kind === "session" ? credential.id : undefined;
      return { body: { ended: await signIns.endSessions(accountOf(actor), own) } };
    },
  }),
  signInRoute({
    ...OWN,
    method: "DELETE",
    path: "/me/sessions/{session}",
    operation: "endOwnSession",
    answer: "answer.removed",
    schema: ref("RemovedItem"),
    setsCookie: true,
    async run(_values, { actor, name: id }) {
      if (!(await signIns.endSession(accountOf(actor), id))) throw credentialNotFound();
      const { credential } = actor;
      const isOwn = credential?.kind === "session" && credential.id === id;
      return { body: { id }, ...(isOwn && { session: null }) };
    },
  }),
  signInRoute<{ readonly old_password: string; readonly password: string }>({
    ...OWN,
    method: "PUT",
    path: "/me/password",
    operation: "changePassword",
    parameters: PASSWORD_CHANGE,
    answer: "answer.session",
    schema: ref("Session"),
    issuesCredentials: true,
    setsCookie: true,
    errors: ["rest_sign_in_failed"],
    async run({ old_password: old, password }, { actor, client }) {
      const opened = await signIns.changePassword(actor, { old, password }, client);
      const body = presentSession(opened?.actor ?? actor, await userOf(actor), ways);
      return { body, isUncacheable: true, ...(opened && { session: opened.token }) };
    },
  }),
];
