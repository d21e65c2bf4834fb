import type { SignIns } from "@kalends/core/accounts";
import { ref } from "../../document/schemas/schema.ts";
import type { DeclaredRoute } from "../declared/declared-route.ts";
import { LINK_REQUEST, LINK_USE } from "./parameters.ts";
import { signInRoute } from "./sign-in-route.ts";

/**
 * Members that the routes of one-time links share. Visitors may use these routes, but only on the calendar's
 * own pages.
 */
const OPEN = {
  tag: "Signing in",
  method: "POST",
  isForVisitors: true,
  needsSameOrigin: true,
  ignoresBadCookie: true,
  permits: () => true,
  schema: ref("Nothing"),
} as const;

/**
 * Creates the routes that use and request one-time links. The route that requests a link exists only if links
 * are sent by mail.
 * Source: rules/sign-in.md#one-time-links.
 */
export const createLinkRoutes = (signIns: SignIns, mailsLinks: boolean): readonly DeclaredRoute[] => [
  signInRoute<{ readonly token: string; readonly password: string }>({
    ...OPEN,
    path: "/password-links/use",
    operation: "usePasswordLink",
    parameters: LINK_USE,
    answer: "answer.password_set",
    errors: ["rest_link_expired"],
    async run({ token, password }, { client }) {
      await signIns.useLink(token, password, client);
      return { body: {}, isUncacheable: true };
    },
  }),
  ...(mailsLinks
    ? [
        signInRoute<{ readonly name: string }>({
          ...OPEN,
          path: "/password-links",
          operation: "requestPasswordLink",
          parameters: LINK_REQUEST,
          status: 202,
          answer: "answer.link_requested",
          async run({ name }, { client }) {
            await signIns.requestLink(name, client);
            return { body: {}, isUncacheable: true };
          },
        }),
      ]
    : []),
];
