import type { NoteAdjustment } from "../../adjustment.ts";
import { CalendarError } from "../../errors.ts";
import type { Actor } from "../../model/actor.ts";
import type { Term } from "../../model/term.ts";
import { toTermName } from "../../model/text/plain-text.ts";
import { toSlug } from "../../model/text/slug.ts";
import type { Repositories } from "../../ports/store.ts";
import { noteSlug } from "../posts/post-slug.ts";
import type { Texts } from "../posts/texts.ts";
import { noteTexts, requireParent } from "./create-term.ts";
import type { TermValues } from "./term-parameters.ts";
import { freeTermSlug, saveTerm } from "./write-terms.ts";

/**
 * Changes what was sent of a term, inside a unit of work. Throws `empty_term_name`, `missing_parent`,
 * `duplicate_term_slug`. Source: 30-terms section 4.
 */
export const updateTerm = async (
  current: Term,
  values: TermValues,
  texts: Texts,
  actor: Actor,
  repositories: Repositories,
  note: NoteAdjustment,
): Promise<Term> => {
  const name = values.name === undefined ? current.name : toTermName(values.name);
  if (name === "") throw new CalendarError("empty_term_name");
  const parentId = await newParentOf(current, values.parent, repositories);
  const changed: Term = {
    id: current.id,
    taxonomy: current.taxonomy,
    extensions: current.extensions,
    name,
    description:
      values.description === undefined ? current.description : texts.html(values.description, actor).trim(),
    parentId,
    slug: current.slug,
  };
  const wanted = values.slug === undefined ? current.slug : toSlug(values.slug) || current.slug;
  const holder = await repositories.terms.findBySlug(current.taxonomy, wanted);
  const isTaken = holder !== undefined && holder.id !== current.id;
  if (isTaken && parentId === current.parentId) throw new CalendarError("duplicate_term_slug");
  const slug = isTaken ? await freeTermSlug(wanted, changed, repositories) : wanted;
  const updated = { ...changed, slug };
  await saveTerm(updated, repositories);
  noteTexts(values, changed, texts, note);
  if (values.slug !== undefined) noteSlug(note, values.slug, slug);
  if (values.parent !== undefined && values.parent !== parentId) note("parent", "circular-parent");
  return updated;
};

/** A category below itself goes to the top level instead. */
const newParentOf = async (
  current: Term,
  requested: number | undefined,
  repositories: Repositories,
): Promise<number> => {
  if (requested === undefined || requested === current.parentId) return current.parentId;
  await requireParent(requested, repositories);
  if (requested === 0) return 0;
  const below = await repositories.terms.withDescendants([current.id]);
  return below.includes(requested) ? 0 : requested;
};
