import type { Preferences, UpdatePreferencesBody } from "./interface-types.ts";
import type { RequestOptions } from "./record-client.ts";
import type { Send } from "./transport.ts";

/** Methods for the preferences of the caller. */
export interface PreferencesClient {
  get(options?: RequestOptions): Promise<Preferences>;
  /** Changes the given preferences and returns all preferences. The value `null` removes a preference. */
  update(changes: UpdatePreferencesBody, options?: RequestOptions): Promise<Preferences>;
}

export const createPreferencesClient = (send: Send): PreferencesClient => ({
  get: (options) => send({ path: "/me/preferences", ...options }),
  update: (body, options) => send({ method: "PATCH", path: "/me/preferences", body, ...options }),
});
