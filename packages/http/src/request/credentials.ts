import type { Credentials } from "@kalends/core";

const BASE64 = /^[a-z0-9+/_-]+={0,2}$/i;

const readBasic = (encoded: string): Credentials | undefined => {
  if (!BASE64.test(encoded)) return { kind: "unreadable" };
  const text = Buffer.from(encoded, "base64").toString("utf8");
  const colon = text.indexOf(":");
  if (colon < 0) return { kind: "unreadable" };
  const name = text.slice(0, colon);
  const password = text.slice(colon + 1);
  return name === "" && password === "" ? undefined : { kind: "password", name, password };
};

/**
 * What an `Authorization` header brings; `undefined` when there is none or it is empty, which counts as anonymous.
 * Source: 60-status-permissions section 8, D43.
 */
export const readCredentials = (header: string | undefined): Credentials | undefined => {
  const text = header?.trim() ?? "";
  const [, scheme = "", rest = ""] = /^(\S+)\s*(.*)$/s.exec(text) ?? [];
  switch (scheme.toLowerCase()) {
    case "":
      return undefined;
    case "basic":
      return rest === "" ? undefined : readBasic(rest);
    case "bearer":
      return rest === "" ? undefined : { kind: "bearer", token: rest };
    default:
      return { kind: "unreadable" };
  }
};
