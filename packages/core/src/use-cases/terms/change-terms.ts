import { type NoteAdjustment, noteCleaned } from "../../adjustment.ts";
import { CalendarError } from "../../errors.ts";
import type { Taxonomy, Term } from "../../model/term.ts";
import { toTermName } from "../../model/text/plain-text.ts";
import { toSlug } from "../../model/text/slug.ts";
import { findTermById } from "../../parameters/references.ts";
import type { Repositories } from "../../ports/store.ts";
import type { Actor } from "../../rights/actor.ts";
import { computeIn } from "../../unit-of-work/computing.ts";
import type { WriteUnit } from "../../unit-of-work/transact.ts";
import { noteSlug } from "../posts/post-slug.ts";
import { withSentExternalIds } from "../posts/resolve-external-ids.ts";
import type { Texts } from "../posts/texts.ts";
import type { TermValues } from "./term-parameters.ts";
import { freeTermSlug, insertTerm, saveTerm, type TermDraft } from "./write-terms.ts";

/**
 * Creates a term. Call it inside a transaction. Throws `empty_term_name`, `missing_parent`, `term_exists` or
 * `duplicate_term_slug`.
 * Source: rules/terms.md#term-fields.
 */
export const createTerm = async (
  taxonomy: Taxonomy,
  values: TermValues,
  texts: Texts,
  actor: Actor,
  unit: WriteUnit,
  note: NoteAdjustment,
): Promise<Term> => {
  const name = toTermName(values.name ?? "");
  if (name === "") throw new CalendarError("empty_term_name");
  if (values.name !== undefined) noteCleaned(note, "name", { sent: values.name, stored: name });
  const parentId = await requireParent(values.parent ?? 0, unit);
  const draft: TermDraft = {
    taxonomy,
    name,
    slug: toSlug(values.slug ?? name),
    description: (await descriptionOf(values, texts, actor, unit, note)) ?? "",
    parentId,
    ...withSentExternalIds({}, values, actor),
  };
  const existing = await duplicateOf(draft, values.slug !== undefined, unit);
  if (existing !== undefined) throw new CalendarError("term_exists", { termId: existing.id });
  const term = await insertTerm(draft, unit, note);
  if (values.slug !== undefined) noteSlug(note, values.slug, term.slug);
  return term;
};

/** Returns the description in its stored form, and reports an adjustment if sanitizing removed something. */
const descriptionOf = async (
  { description: sent }: Pick<TermValues, "description">,
  texts: Texts,
  actor: Actor,
  unit: WriteUnit,
  note: NoteAdjustment,
): Promise<string | undefined> =>
  sent === undefined
    ? undefined
    : (await texts.computeHtml({ parameter: "description", sent, actor, note }, computeIn(unit))).trim();

/**
 * Returns the id of the parent, or of its target if it was merged. Throws `missing_parent` if the parent was
 * removed since the request was validated.
 */
const requireParent = async (parentId: number, repositories: Repositories): Promise<number> => {
  if (parentId === 0) return 0;
  const parent = await findTermById("category", parentId, repositories);
  if (parent === undefined) throw new CalendarError("missing_parent");
  return parent.id;
};

/**
 * Returns the existing term that makes the new one a duplicate, if any. Source:
 * rules/terms.md#duplicate-terms.
 */
const duplicateOf = async (
  { taxonomy, name, slug, parentId }: TermDraft,
  isSlugSent: boolean,
  { terms }: Repositories,
): Promise<Term | undefined> => {
  const [sameName] = (await terms.findByName(taxonomy, name)).filter((term) => term.parentId === parentId);
  if (sameName === undefined || !isSlugSent) return sameName;
  const holder = await terms.findBySlug(taxonomy, slug);
  if (holder === undefined) return undefined;
  if (taxonomy === "tag") return sameName;
  return holder.parentId === parentId ? holder : undefined;
};

/**
 * Updates a term with the values that were sent. Call it inside a transaction. Throws `empty_term_name`,
 * `missing_parent` or `duplicate_term_slug`.
 * Source: rules/terms.md#term-update.
 */
export const updateTerm = async (
  current: Term,
  values: TermValues,
  texts: Texts,
  actor: Actor,
  unit: WriteUnit,
  note: NoteAdjustment,
): Promise<Term> => {
  const name = values.name === undefined ? current.name : toTermName(values.name);
  if (name === "") throw new CalendarError("empty_term_name");
  if (values.name !== undefined) noteCleaned(note, "name", { sent: values.name, stored: name });
  const parentId = await newParentOf(current, values.parent, unit);
  const changed: Term = {
    ...withSentExternalIds(current, values, actor, current),
    name,
    description: (await descriptionOf(values, texts, actor, unit, note)) ?? current.description,
    parentId,
  };
  const wanted = values.slug === undefined ? current.slug : toSlug(values.slug) || current.slug;
  const holder = await unit.terms.findBySlug(current.taxonomy, wanted);
  const isTaken =
    holder === undefined
      ? (await unit.merges.targetOfSlug(current.taxonomy, wanted)) !== undefined
      : holder.id !== current.id;
  // Source: rules/terms.md#taken-slug.
  if (isTaken && parentId === current.parentId) throw new CalendarError("duplicate_term_slug");
  const slug = isTaken ? await freeTermSlug(wanted, changed, unit) : wanted;
  const updated = await saveTerm({ ...changed, slug }, current, unit, note);
  if (values.slug !== undefined) noteSlug(note, values.slug, slug);
  if (values.parent !== undefined && values.parent !== parentId) note("parent", "circular-parent");
  return updated;
};

/**
 * Returns the id of the parent after the update. If the category would become its own ancestor, it moves to
 * the top level.
 * Source: rules/terms.md#circular-parents.
 */
const newParentOf = async (
  current: Term,
  requested: number | undefined,
  repositories: Repositories,
): Promise<number> => {
  if (requested === undefined || requested === current.parentId) return current.parentId;
  const parentId = await requireParent(requested, repositories);
  if (parentId === 0) return 0;
  const below = await repositories.terms.withDescendants([current.id]);
  return below.includes(parentId) ? 0 : parentId;
};
