import type { ListedVersion } from "@kalends/core/interface";
import type { Members } from "./presentation.ts";

/**
 * Converts an entry of the list of earlier contents to its JSON object. Source:
 * rules/history.md#version-members.
 */
export const presentVersion = ({ revision, modifiedUtc, author, changed }: ListedVersion): Members => ({
  revision,
  date_utc: modifiedUtc,
  author: String(author ?? 0),
  changed,
});
