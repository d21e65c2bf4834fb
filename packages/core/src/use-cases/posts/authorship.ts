import { CalendarError } from "../../errors.ts";
import { type Actor, can } from "../../model/actor.ts";
import type { Post } from "../../model/post.ts";

/**
 * The author of a record that the actor writes: the one that is named, else the present one, else the actor. Naming
 * another user throws `rest_cannot_edit_others` without the right to edit others' records.
 * Source: rules/rights.md#author.
 */
export const toAuthor = (requested: number | undefined, actor: Actor, current?: Post): number => {
  const author = requested ?? current?.author ?? actor.id ?? 0;
  const changes = requested !== undefined && requested !== actor.id && requested !== current?.author;
  if (changes && !can(actor, "edit_others")) throw new CalendarError("rest_cannot_edit_others");
  return author;
};
