import { type NoteAdjustment, noteCleaned } from "../../adjustment.ts";
import { CalendarError } from "../../errors.ts";
import type { Actor } from "../../model/actor.ts";
import type { Taxonomy, Term } from "../../model/term.ts";
import { toTermName } from "../../model/text/plain-text.ts";
import { toSlug } from "../../model/text/slug.ts";
import type { Repositories } from "../../ports/store.ts";
import { noteSlug } from "../posts/post-slug.ts";
import type { Texts } from "../posts/texts.ts";
import type { TermValues } from "./term-parameters.ts";
import { insertTerm, type TermDraft } from "./write-terms.ts";

/**
 * Creates a term inside a unit of work. Throws `empty_term_name`, `missing_parent`, `term_exists`,
 * `rest_taxonomy_not_hierarchical`. Source: 30-terms section 3.
 */
export const createTerm = async (
  taxonomy: Taxonomy,
  values: TermValues,
  texts: Texts,
  actor: Actor,
  repositories: Repositories,
  note: NoteAdjustment,
): Promise<Term> => {
  const name = toTermName(values.name ?? "");
  if (name === "") throw new CalendarError("empty_term_name");
  const parentId = values.parent ?? 0;
  await requireParent(parentId, repositories);
  const draft: TermDraft = {
    taxonomy,
    name,
    slug: toSlug(values.slug ?? name),
    description: texts.html(values.description ?? "", actor).trim(),
    parentId,
  };
  const existing = await duplicateOf(draft, values.slug !== undefined, repositories);
  if (existing !== undefined) throw new CalendarError("term_exists", { termId: existing.id });
  noteTexts(values, draft, texts, note);
  const term = await insertTerm(draft, repositories);
  if (values.slug !== undefined) noteSlug(note, values.slug, term.slug);
  return term;
};

/** Notes name and description where they were sent and are stored otherwise. */
export const noteTexts = (
  sent: Pick<TermValues, "name" | "description">,
  stored: Pick<Term, "name" | "description">,
  texts: Texts,
  note: NoteAdjustment,
): void => {
  const { name, description } = sent;
  if (name !== undefined) noteCleaned(note, "name", { sent: name, stored: stored.name });
  if (description !== undefined) {
    texts.noteHtml(note, "description", { sent: description, stored: stored.description });
  }
};

/** The parent can vanish between the check of the parameters and the unit of work. */
export const requireParent = async (parentId: number, { terms }: Repositories): Promise<void> => {
  if (parentId !== 0 && (await terms.find("category", parentId)) === undefined) {
    throw new CalendarError("missing_parent");
  }
};

/** The term that forbids the draft. Source: 30-terms section 3.1. */
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
