import { isObject, type Parameters, ROLES } from "@kalends/core";
import type { Parameter } from "@kalends/core/interface";

const text = (
  description: string,
  bounds: NonNullable<Parameter["documented"]>,
  required = true,
): Parameter<string> => ({
  description,
  type: "string",
  ...(required && { required }),
  documented: bounds,
});

/**
 * Bounds of texts that are compared with stored values or checked again later. Stricter bounds would have no
 * effect.
 */
const GIVEN = { minLength: 1, maxLength: 1000 };

/** New sign-in password. Source: rules/sign-in.md#sign-in-password. */
const NEW_PASSWORD = text("parameter.sign_in.new_password", { minLength: 12, maxLength: 1000 });

const LOGIN = text("parameter.sign_in.name", { ...GIVEN, example: "ann" });
const PASSWORD = text("parameter.sign_in.password", GIVEN);
const CHALLENGE = text("parameter.passkey.challenge", GIVEN);

/**
 * Response of the browser to a WebAuthn request. Its members are checked later, together with its signature.
 */
const RESPONSE: Parameter = {
  description: "parameter.passkey.response",
  required: true,
  documented: { body: { type: "object" } },
  resolve: (raw) => (isObject(raw) ? { value: raw } : { problem: { reason: "not-acceptable" } }),
};

const PASSKEY_NAME = text("parameter.passkey.name", { minLength: 1, maxLength: 200, example: "Laptop" });

const optional = (parameter: Parameter): Parameter => ({ ...parameter, required: false });

export const SIGN_IN: Parameters = { name: LOGIN, password: PASSWORD };
export const PASSKEY_SIGN_IN: Parameters = { challenge: CHALLENGE, response: RESPONSE };
export const CONFIRMATION: Parameters = {
  password: optional(PASSWORD),
  challenge: optional(CHALLENGE),
  response: optional(RESPONSE),
};
export const PASSWORD_CHANGE: Parameters = { old_password: PASSWORD, password: NEW_PASSWORD };
export const PASSKEY_REGISTRATION: Parameters = {
  name: PASSKEY_NAME,
  challenge: CHALLENGE,
  response: RESPONSE,
};
export const PASSKEY_CHANGE: Parameters = { name: PASSKEY_NAME };
export const LINK_REQUEST: Parameters = { name: LOGIN };
export const LINK_USE: Parameters = {
  token: text("parameter.sign_in.link_token", GIVEN),
  password: NEW_PASSWORD,
};

export const NEW_CREDENTIAL: Parameters = {
  label: text("parameter.credential.label", { minLength: 1, maxLength: 200, example: "Import" }),
  scopes: {
    description: "parameter.credential.scopes",
    documented: { type: "array", items: { type: "string" }, enum: ["accounts"], example: ["accounts"] },
  },
};

const ACCOUNT_NAME = text("parameter.account.name", { ...GIVEN, example: "ann" });
const ROLE = text("parameter.account.role", { enum: ROLES, example: "editor" });
const EMAIL = text("parameter.account.email", { maxLength: 1000, example: "ann@example.org" }, false);
const DISPLAY_NAME = text("parameter.account.display_name", { maxLength: 1000, example: "Ann Lee" }, false);
const DISABLED: Parameter<boolean> = { description: "parameter.account.disabled", type: "boolean" };

/** Values of a new account. `needsEmail`: the account gets its link by mail. */
export const newAccount = (needsEmail: boolean): Parameters => ({
  name: ACCOUNT_NAME,
  role: ROLE,
  display_name: DISPLAY_NAME,
  email: { ...EMAIL, required: needsEmail },
});

export const OWN_PROFILE: Parameters = { display_name: DISPLAY_NAME, email: EMAIL };

export const ACCOUNT_CHANGE: Parameters = {
  name: optional(ACCOUNT_NAME),
  role: optional(ROLE),
  ...OWN_PROFILE,
  disabled: DISABLED,
};

export const ACCOUNT_FILTERS: Parameters = {
  search: text("parameter.account.search", { maxLength: 200, example: "ann" }, false),
  role: { ...optional(ROLE), description: "parameter.account.of_role" },
  disabled: { ...DISABLED, description: "parameter.account.only_disabled" },
};

export const REMOVAL: Parameters = {
  records: text("parameter.account.records", { enum: ["keep", "reassign"], example: "keep" }),
  author: {
    description: "parameter.account.author",
    type: "integer",
    documented: { minimum: 1, example: 2 },
  },
};
