import type { ExpectedDifference } from "./expected-difference.ts";
import { type Members, membersOf } from "./members.ts";

const isOccurrence = ({ recurrence }: Members): boolean =>
  typeof membersOf(recurrence).recurrence_id === "string";

/** Known reasons why series and their occurrences may differ from the source. */
export const SERIES_DIFFERENCES: readonly ExpectedDifference[] = [
  {
    rule: "rules/choices.md#import-series",
    why: "an occurrence has the slug, publication and global ids of its series",
    members: /^(global_id|global_id_lineage|slug|date|date_utc|modified|modified_utc|timezone_abbr|parent)$/,
    when: (_, { here }) => isOccurrence(here),
  },
  {
    rule: "rules/choices.md#import-series",
    why: "the event belongs to a series on one side only",
    members: /^(is_recurring|recurrence\b.*|next_occurrence\b.*)$/,
    when: (_, { there, here }) => (there.is_recurring === true) !== (here.is_recurring === true),
  },
  {
    rule: "rules/choices.md#import-ids",
    why: "the series has a new id here",
    members: /^(recurrence\.series_id|next_occurrence\.id)$/,
    when: (_, { there, here }) => there.id !== here.id || isOccurrence(here),
  },
];
