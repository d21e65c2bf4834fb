import { type NoteAdjustment, noteCleaned } from "../../adjustment.ts";
import { CalendarError, problemsOf } from "../../errors.ts";
import type { WithExternalIds } from "../../model/external-id.ts";
import type { Taxonomy, Term } from "../../model/term.ts";
import { toTermName } from "../../model/text/plain-text.ts";
import { freeSlug, toSlug } from "../../model/text/slug.ts";
import type { ListEntry } from "../../parameters/lists.ts";
import { findWithMerged } from "../../parameters/merged-ids.ts";
import { findTermBySlug } from "../../parameters/references.ts";
import type { Repositories } from "../../ports/store.ts";
import type { WriteUnit } from "../../unit-of-work/transact.ts";

type TermWork = Pick<WriteUnit, "terms" | "merges" | "ids" | "amended">;

/** New term that has no id yet. */
export interface TermDraft extends WithExternalIds {
  readonly taxonomy: Taxonomy;
  /** Name in its stored form; not empty. */
  readonly name: string;
  /** Slug in the form of `toSlug`; `""` if the text has no valid character. */
  readonly slug: string;
  readonly description: string;
  readonly parentId: number;
}

/**
 * Returns a free slug for a term: `slug` itself if it is free. Otherwise, a subcategory appends the slugs of
 * its ancestors, nearest first, until the result is free.
 * If that gives no free slug, and for other terms, it appends `-2`, `-3` and so on.
 * Source: rules/terms.md#term-slugs.
 */
export const freeTermSlug = async (
  slug: string,
  { taxonomy, parentId, id }: Pick<Term, "taxonomy" | "parentId" | "id">,
  { terms, merges }: Pick<Repositories, "terms" | "merges">,
): Promise<string> => {
  const isTaken = async (candidate: string): Promise<boolean> => {
    const holder = await terms.findBySlug(taxonomy, candidate);
    if (holder !== undefined) return holder.id !== id;
    return (await merges.targetOfSlug(taxonomy, candidate)) !== undefined;
  };
  if (!(await isTaken(slug))) return slug;
  let longer = slug;
  for (const ancestor of await ancestorsOf(parentId, { terms })) {
    longer = toSlug(`${longer}-${ancestor.slug}`);
    if (!(await isTaken(longer))) return longer;
  }
  return freeSlug(longer, isTaken);
};

/** Returns the category with this id and its ancestors, nearest first. */
const ancestorsOf = async (id: number, { terms }: Pick<Repositories, "terms">): Promise<readonly Term[]> => {
  const chain: Term[] = [];
  let next = id;
  while (next !== 0 && !chain.some((term) => term.id === next)) {
    const term = await terms.find("category", next);
    if (term === undefined) break;
    chain.push(term);
    next = term.parentId;
  }
  return chain;
};

/** Stores a new term under a free slug. Call it inside a transaction, after a check for duplicates. */
export const insertTerm = async (draft: TermDraft, unit: TermWork, note: NoteAdjustment): Promise<Term> => {
  const id = await unit.ids.next("term");
  const wanted = { ...draft, id, extensions: {} };
  const slug = await freeTermSlug(draft.slug || toSlug(draft.name) || String(id), wanted, unit);
  return saveTerm({ ...wanted, slug }, undefined, unit, note);
};

/** Runs the write hooks on the term and stores the result. */
export const saveTerm = async (
  record: Term,
  before: Term | undefined,
  unit: Pick<TermWork, "terms" | "amended">,
  note: NoteAdjustment,
): Promise<Term> => {
  const term = await unit.amended({ kind: record.taxonomy, record, before }, note);
  if (!(await unit.terms.save(term))) throw new CalendarError("duplicate_term_slug");
  return term;
};

/**
 * Returns the ids of the terms that a client assigns to an event. Call it inside a transaction.
 *
 * - Numbers are ids. Numbers that are not in `known` (see `termsByIds`), or belong to the other taxonomy, are
 *   skipped and reported.
 * - Texts are slugs or names. If no such term exists, a new term is created at the top level. The actor needs
 *   no right on terms for this.
 *
 * Source: rules/terms.md#implicit-terms.
 */
export const assignTerms = async (
  pieces: readonly ListEntry[],
  taxonomy: Taxonomy,
  known: ReadonlyMap<number, Term>,
  repositories: TermWork,
  note: NoteAdjustment,
): Promise<readonly number[]> => {
  const parameter = taxonomy === "category" ? "categories" : "tags";
  const ids = new Set<number>();
  for (const piece of pieces) {
    const term =
      typeof piece === "number"
        ? ofTaxonomy(known.get(piece), taxonomy)
        : await findOrCreate(piece, parameter, repositories, note);
    if (term !== undefined) ids.add(term.id);
    else note(parameter, `unknown-${taxonomy}`);
  }
  return [...ids];
};

const ofTaxonomy = (term: Term | undefined, taxonomy: Taxonomy): Term | undefined =>
  term?.taxonomy === taxonomy ? term : undefined;

/** Reads the terms that are given by id, of both taxonomies, with one query. */
export const termsByIds = async (
  pieces: readonly ListEntry[],
  { terms, merges }: Pick<Repositories, "terms" | "merges">,
): Promise<ReadonlyMap<number, Term>> => {
  const ids = pieces.filter((piece) => typeof piece === "number");
  return ids.length === 0 ? new Map() : findWithMerged(terms, merges, ["category", "tag"], ids);
};

const findOrCreate = async (
  text: string,
  parameter: "categories" | "tags",
  unit: TermWork,
  note: NoteAdjustment,
): Promise<Term | undefined> => {
  const { terms } = unit;
  const taxonomy = parameter === "categories" ? "category" : "tag";
  const slug = toSlug(text);
  const bySlug = slug === "" ? undefined : await findTermBySlug(taxonomy, slug, unit);
  if (bySlug !== undefined) return bySlug;
  const name = toTermName(text);
  noteCleaned(note, parameter, { sent: text, stored: name });
  if (name === "") return undefined;
  const [byName] = await terms.findByName(taxonomy, name);
  if (byName !== undefined) return byName;
  const draft = { taxonomy, name, slug, description: "", parentId: 0 } as const;
  // A problem of the new term is reported for the event's parameter.
  return problemsOf(parameter, () => insertTerm(draft, unit, (_member, reason) => note(parameter, reason)));
};
