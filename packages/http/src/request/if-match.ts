import type { IfMatch } from "@kalends/core/interface";

/**
 * Matches the entity tag of a single record, weak or strong, with or without a suffix for its content coding.
 * Compressing proxies make tags weak and add the suffix. Source: rules/interface.md#if-match.
 */
const TAG = /^(?:W\/)?"(0|[1-9]\d{0,15})-[\w-]{27}(?:-{1,2}[a-z]+)?"$/;

/**
 * Returns the revisions that an `If-Match` header allows; `any` for `*`. Ignores tags of an unknown form.
 * Without the header, returns `required` if `isRequired` is true, and otherwise `undefined`.
 */
export const toIfMatch = (header: string | null | undefined, isRequired: boolean): IfMatch | undefined => {
  if (header === undefined || header === null) return isRequired ? "required" : undefined;
  if (header.trim() === "*") return "any";
  return header.split(",").flatMap((tag) => {
    const [, revision] = TAG.exec(tag.trim()) ?? [];
    return revision === undefined ? [] : [Number(revision)];
  });
};
