import type { Actor, Clock, Parameters } from "@kalends/core";
import type { AccountDirectory, SignIns } from "@kalends/core/accounts";
import type { MailQueue } from "@kalends/core/interface";
import type { SessionUser, SignInWays } from "../../presenters/account-presenter.ts";
import type { DeclaredRoute } from "../declared/declared-route.ts";
import { createGiveLink } from "./account-links.ts";
import { createAccountRoutes } from "./account-routes.ts";
import { createAdministrationRoutes } from "./administration-routes.ts";
import { createCredentialRoutes } from "./credential-routes.ts";
import { createLinkRoutes } from "./link-routes.ts";
import { createOwnRoutes } from "./own-routes.ts";
import { createPasskeyRoutes } from "./passkey-routes.ts";
import { createFindManaged, hasAccount } from "./rights.ts";
import { createReadSessionRoute, createSessionRoutes, type UserOf } from "./session-routes.ts";

/** Sign-in by a host application, which manages the users. */
export interface HostSignIn {
  /** Address of the page where people sign in, if the host has named it. */
  readonly url?: string | undefined;
  /** Returns the user behind a caller; `undefined` for visitors. */
  userOf(actor: Actor): Promise<SessionUser | undefined>;
}

export interface SignInRoutesDeps {
  /** Functions for signing in to the calendar. Absent if a host manages the users. */
  readonly signIns?: SignIns | undefined;
  readonly accountDirectory?: AccountDirectory | undefined;
  /** Sign-in by the host. Absent if the calendar manages its own users. */
  readonly hostSignIn?: HostSignIn | undefined;
  /** Queue for outgoing mail. Absent if mail is not configured. */
  readonly mailQueue?: MailQueue | undefined;
  /** Public address of the site, without a slash at the end; absent if it is not known. */
  readonly publicAddress?: string | undefined;
  /** Clock that does not mark responses as time-dependent. */
  readonly stopwatch: Clock;
}

/**
 * Creates the routes of sessions, accounts and links. If a host manages the users, only `GET session` exists.
 * `paging`: parameters that select a page of a list.
 * Source: rules/sign-in.md#sign-in-with-a-host.
 */
export const createSignInRoutes = (
  { signIns, accountDirectory: directory, hostSignIn, mailQueue, publicAddress, stopwatch }: SignInRoutesDeps,
  paging: Parameters,
): readonly DeclaredRoute[] => {
  const mailsLinks = mailQueue !== undefined && publicAddress !== undefined;
  const ways: SignInWays = {
    kind: hostSignIn === undefined ? "session" : "host",
    url: hostSignIn?.url,
    features: {
      passkeys: signIns?.hasPasskeys ?? false,
      mail: mailQueue !== undefined,
      forgottenPassword: signIns !== undefined && mailsLinks,
    },
  };
  const userOf: UserOf = async (actor) => {
    if (hostSignIn !== undefined) return hostSignIn.userOf(actor);
    return hasAccount(actor) ? signIns?.userOf(actor.id ?? 0) : undefined;
  };
  const reading = createReadSessionRoute({ userOf, ways });
  if (signIns === undefined || directory === undefined) return [reading];
  const findManaged = createFindManaged(signIns, directory);
  const canGive = mailQueue === undefined || mailsLinks;
  const giveLink = canGive ? createGiveLink({ signIns, mailQueue, publicAddress }) : undefined;
  return [
    reading,
    ...createSessionRoutes({ userOf, ways }, signIns),
    ...createOwnRoutes({ signIns, userOf, ways }),
    ...createPasskeyRoutes(signIns),
    ...createAccountRoutes({ directory, findManaged, paging, now: () => stopwatch.now() }),
    ...createCredentialRoutes({ directory, findManaged }),
    ...createAdministrationRoutes({ signIns, directory, findManaged, giveLink, mailsLinks }),
    ...createLinkRoutes(signIns, mailsLinks),
  ];
};
