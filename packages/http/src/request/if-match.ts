import type { IfMatch } from "@kalends/core/interface";

/**
 * A tag of a single record, weakened or not, whatever coding it was sent in: proxies do both where they compress. Source: rules/interface.md#if-match.
 */
const TAG = /^(?:W\/)?"(0|[1-9]\d{0,15})-[\w-]{27}(?:-{1,2}[a-z]+)?"$/;

/** What an `If-Match` header says of the revision of a record; what cannot be a tag of ours names none. */
export const toIfMatch = (header: string | null | undefined, isRequired: boolean): IfMatch | undefined => {
  if (header === undefined || header === null) return isRequired ? "required" : undefined;
  if (header.trim() === "*") return "any";
  return header.split(",").flatMap((tag) => {
    const [, revision] = TAG.exec(tag.trim()) ?? [];
    return revision === undefined ? [] : [Number(revision)];
  });
};
