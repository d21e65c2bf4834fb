import { type NoteAdjustment, noteCleaned } from "../../adjustment.ts";
import { CalendarError } from "../../errors.ts";
import type { Taxonomy, Term } from "../../model/term.ts";
import { toTermName } from "../../model/text/plain-text.ts";
import { freeSlug, toSlug } from "../../model/text/slug.ts";
import type { Piece } from "../../parameters/lists.ts";
import type { Repositories } from "../../ports/store.ts";

type TermWork = Pick<Repositories, "terms" | "ids">;

/** A term before it has an id. */
export interface TermDraft {
  readonly taxonomy: Taxonomy;
  /** Cleaned, not empty. */
  readonly name: string;
  /** Normalised; `""` when nothing remained of it. */
  readonly slug: string;
  readonly description: string;
  readonly parentId: number;
}

/**
 * The slug itself when it is free; for a category below another one with the slugs of its ancestors appended, the
 * nearest first, until it is free; else with `-2`, `-3`, ... Source: rules/terms.md#term-slugs.
 */
export const freeTermSlug = async (
  slug: string,
  { taxonomy, parentId, id }: Pick<Term, "taxonomy" | "parentId" | "id">,
  { terms }: Pick<Repositories, "terms">,
): Promise<string> => {
  const isTaken = async (candidate: string): Promise<boolean> => {
    const holder = await terms.findBySlug(taxonomy, candidate);
    return holder !== undefined && holder.id !== id;
  };
  if (!(await isTaken(slug))) return slug;
  let longer = slug;
  for (const ancestor of await ancestorsOf(parentId, { terms })) {
    longer = toSlug(`${longer}-${ancestor.slug}`);
    if (!(await isTaken(longer))) return longer;
  }
  return freeSlug(longer, isTaken);
};

/** The category with this id and its ancestors, the nearest first. */
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

/** Stores a new term with a free slug, inside a transaction; which duplicates are refused is the caller's business. */
export const insertTerm = async (draft: TermDraft, repositories: TermWork): Promise<Term> => {
  const id = await repositories.ids.next("term");
  const wanted = { ...draft, id, extensions: {} };
  const slug = await freeTermSlug(draft.slug || toSlug(draft.name) || String(id), wanted, repositories);
  const term = { ...wanted, slug };
  await saveTerm(term, repositories);
  return term;
};

export const saveTerm = async (term: Term, { terms }: Pick<Repositories, "terms">): Promise<void> => {
  if (!(await terms.save(term))) throw new CalendarError("duplicate_term_slug");
};

/**
 * The ids of the terms that an event is given, inside a transaction: numbers are ids, those that are not `known` are skipped;
 * texts are slugs or names, unknown ones become new terms at the top level. No right on terms is needed for that.
 * Source: rules/terms.md#implicit-terms.
 */
export const assignTerms = async (
  pieces: readonly Piece[],
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
        : await findOrCreate(piece, taxonomy, repositories, (stored) =>
            noteCleaned(note, parameter, { sent: piece, stored }),
          );
    if (term !== undefined) ids.add(term.id);
    else note(parameter, `unknown-${taxonomy}`);
  }
  return [...ids];
};

const ofTaxonomy = (term: Term | undefined, taxonomy: Taxonomy): Term | undefined =>
  term?.taxonomy === taxonomy ? term : undefined;

/** The terms of either taxonomy that are named by their ids, with one look. */
export const termsByIds = async (
  pieces: readonly Piece[],
  { terms }: Pick<Repositories, "terms">,
): Promise<ReadonlyMap<number, Term>> => {
  const ids = pieces.filter((piece) => typeof piece === "number");
  if (ids.length === 0) return new Map();
  return new Map((await terms.findMany(ids)).map((term) => [term.id, term]));
};

const findOrCreate = async (
  text: string,
  taxonomy: Taxonomy,
  repositories: TermWork,
  onName: (name: string) => void,
): Promise<Term | undefined> => {
  const { terms } = repositories;
  const slug = toSlug(text);
  const bySlug = slug === "" ? undefined : await terms.findBySlug(taxonomy, slug);
  if (bySlug !== undefined) return bySlug;
  const name = toTermName(text);
  onName(name);
  if (name === "") return undefined;
  const [byName] = await terms.findByName(taxonomy, name);
  return byName ?? insertTerm({ taxonomy, name, slug, description: "", parentId: 0 }, repositories);
};
