/**
 * Right that a request needs. `scope`: a session, or a credential with the scope `accounts`. `settings`: the
 * capability `manage_settings`.
 */
export type Needs =
  | "nothing"
  | "account"
  | "account, issuing"
  | "session"
  | "scope"
  | "scope, issuing"
  | "settings"
  | "manager"
  | "manager, issuing";

/** A request to a route of sign-in or accounts that every permitted caller can send. */
export interface AccountRequest {
  readonly needs: Needs;
  /** Status, and code of an error, for permitted callers. */
  readonly outcome: string;
  readonly query?: string;
  /** Returns a valid body, which may be new each time. */
  readonly json?: () => object;
}

const NO_CREDENTIAL = "404 rest_credential_not_found";
const NO_USER = "404 rest_user_not_found";
const FAILED = "401 rest_sign_in_failed";

let count = 0;
const newAccount = (): object => {
  count += 1;
  return { name: `user-${count}`, role: "subscriber" };
};
const label = (): object => ({ label: "x" });
const passkey = (): object => ({ challenge: "x", response: { id: "x" } });

const credentials = (name: "passwords" | "tokens"): Readonly<Record<string, AccountRequest>> => ({
  [`GET /accounts/me/${name}`]: { needs: "scope", outcome: "200" },
  [`POST /accounts/me/${name}`]: { needs: "scope, issuing", outcome: "201", json: label },
  [`DELETE /accounts/me/${name}/{credential}`]: { needs: "scope", outcome: NO_CREDENTIAL },
  [`GET /accounts/{id}/${name}`]: { needs: "manager", outcome: NO_USER },
  [`DELETE /accounts/{id}/${name}/{credential}`]: { needs: "manager", outcome: NO_USER },
});

/** A request for each route of sign-in and accounts, as `METHOD /path`. */
export const ACCOUNT_REQUESTS: Readonly<Record<string, AccountRequest>> = {
  "GET /session": { needs: "nothing", outcome: "200" },
  "POST /session": {
    needs: "nothing",
    outcome: FAILED,
    json: () => ({ name: "nobody", password: `wrong ${count++}` }),
  },
  "DELETE /session": { needs: "nothing", outcome: "200" },
  "POST /session/confirm": {
    needs: "session",
    outcome: "400 rest_missing_callback_param",
    json: () => ({}),
  },
  "POST /session/confirm/options": { needs: "session", outcome: "200", json: () => ({}) },
  "POST /session/passkey/options": { needs: "nothing", outcome: "200", json: () => ({}) },
  "POST /session/passkey": { needs: "nothing", outcome: FAILED, json: passkey },
  "POST /password-links/use": {
    needs: "nothing",
    outcome: "410 rest_link_expired",
    json: () => ({ token: "x", password: "a new password" }),
  },
  "GET /me/preferences": { needs: "account", outcome: "200" },
  "GET /jobs/{job}": { needs: "account", outcome: "404 rest_job_not_found" },
  "GET /status": { needs: "settings", outcome: "200" },
  "PATCH /me/preferences": { needs: "account", outcome: "200", json: () => ({ theme: "dark" }) },
  "GET /me/sessions": { needs: "account", outcome: "200" },
  "DELETE /me/sessions": { needs: "account", outcome: "200" },
  "DELETE /me/sessions/{session}": { needs: "account", outcome: NO_CREDENTIAL },
  "PUT /me/password": {
    needs: "account, issuing",
    outcome: FAILED,
    json: () => ({ old_password: "wrong", password: "a new password" }),
  },
  "GET /me/passkeys": { needs: "account", outcome: "200" },
  "POST /me/passkeys/options": { needs: "session", outcome: "200", json: () => ({}) },
  "POST /me/passkeys": {
    needs: "session",
    outcome: "400 rest_invalid_param",
    json: () => ({ name: "x", ...passkey() }),
  },
  "PATCH /me/passkeys/{passkey}": {
    needs: "account, issuing",
    outcome: NO_CREDENTIAL,
    json: () => ({ name: "x" }),
  },
  "DELETE /me/passkeys/{passkey}": { needs: "account, issuing", outcome: NO_CREDENTIAL },
  "GET /accounts/me": { needs: "account", outcome: "200" },
  "PATCH /accounts/me": { needs: "scope", outcome: "200", json: () => ({ display_name: "x" }) },
  ...credentials("passwords"),
  ...credentials("tokens"),
  "GET /accounts": { needs: "manager", outcome: "200" },
  "POST /accounts": { needs: "manager", outcome: "201", json: newAccount },
  "GET /accounts/{id}": { needs: "manager", outcome: NO_USER },
  "PATCH /accounts/{id}": { needs: "manager", outcome: NO_USER, json: () => ({ role: "editor" }) },
  "DELETE /accounts/{id}": { needs: "manager", outcome: NO_USER, query: "records=keep" },
  "GET /accounts/{id}/sessions": { needs: "manager", outcome: NO_USER },
  "DELETE /accounts/{id}/sessions": { needs: "manager", outcome: NO_USER },
  "POST /accounts/invite": { needs: "manager, issuing", outcome: "201", json: newAccount },
  "POST /accounts/{id}/link": { needs: "manager, issuing", outcome: NO_USER, json: () => ({}) },
  "GET /roles": { needs: "manager", outcome: "200" },
};
