import type {
  ChangePasswordBody,
  ConfirmSessionBody,
  EndedSessions,
  RemovedItem,
  Session,
  SessionList,
  SignInBody,
} from "./interface-types.ts";
import type { RequestOptions } from "./record-client.ts";
import type { Send } from "./transport.ts";

/**
 * Methods for the session of the browser. Create the client with `credentials: "same-origin"`. With other
 * credentials, `signIn` and `confirm` do not work, and `signOut` has no effect.
 */
export interface SessionClient {
  /** Returns the caller with their rights; `user` is null for visitors. */
  get(options?: RequestOptions): Promise<Session>;
  /** Opens a session. The browser stores its cookie. */
  signIn(values: SignInBody, options?: RequestOptions): Promise<Session>;
  signOut(options?: RequestOptions): Promise<Session>;
  /**
   * Proves the user's identity again. Changes of credentials require this if the last proof is older than ten
   * minutes.
   */
  confirm(values: ConfirmSessionBody, options?: RequestOptions): Promise<Session>;
  /** Changes the sign-in password and ends all other sessions. */
  changePassword(values: ChangePasswordBody, options?: RequestOptions): Promise<Session>;
  /** Returns all sessions of the caller, most recently used first. */
  list(options?: RequestOptions): Promise<SessionList["sessions"]>;
  end(id: string, options?: RequestOptions): Promise<RemovedItem>;
  /** Ends all sessions of the caller except this one. */
  endOthers(options?: RequestOptions): Promise<EndedSessions>;
}

export const createSessionClient = (send: Send): SessionClient => ({
  get: (options) => send({ path: "/session", ...options }),
  signIn: (body, options) => send({ method: "POST", path: "/session", body, ...options }),
  signOut: (options) => send({ method: "DELETE", path: "/session", ...options }),
  confirm: (body, options) => send({ method: "POST", path: "/session/confirm", body, ...options }),
  changePassword: (body, options) => send({ method: "PUT", path: "/me/password", body, ...options }),
  list: async (options) => (await send<SessionList>({ path: "/me/sessions", ...options })).sessions,
  end: (id, options) =>
    send({ method: "DELETE", path: `/me/sessions/${encodeURIComponent(id)}`, ...options }),
  endOthers: (options) => send({ method: "DELETE", path: "/me/sessions", ...options }),
});
