import { type HtmlCleaner, isObject } from "@kalends/core";
import type { Aggregate } from "./archive-format.ts";
import { type Clean, type CleanTexts, createCleanTexts } from "./clean-texts.ts";

/** A record without its unsafe content. */
export interface Cleaned<R> {
  readonly record: R;
  /** Paths of the changed members, such as `schedule.abbreviation`. */
  readonly members: readonly string[];
}

/**
 * Removes unsafe content from an archived record. The record must already be validated. A record that follows
 * the rules of the calendar is returned unchanged.
 */
export type CleanRecord = <R extends object>(what: Aggregate | "documents", record: R) => Cleaned<R>;

interface CleaningOptions {
  readonly htmlCleaner: HtmlCleaner;
  /** True if a role of this installation may store any HTML. HTML of the archive is then not changed. */
  readonly keepsHtml: boolean;
}

/** Rule for a member: a cleaning function, or rules for the members of an object. */
type Rule = Clean | Rules;
type Rules = { readonly [member: string]: Rule };

/**
 * Creates the function that removes unsafe content from archived records.
 * Source: rules/choices.md#archive-cleaning.
 */
export const createCleanRecord = (options: CleaningOptions): CleanRecord => {
  const rules = createRules(createCleanTexts(options));
  return (what, record) => {
    const members: string[] = [];
    return { record: cleanMembers(record, rules[what], "", members), members };
  };
};

/** Applies cleaning rules to the members of an object. Returns the same object if nothing changes. */
const cleanMembers = <T extends object>(value: T, rules: Rules, path: string, changed: string[]): T => {
  const cleaned = { ...value } as Record<string, unknown>;
  let isSame = true;
  for (const [name, rule] of Object.entries(rules)) {
    if (!Object.hasOwn(value, name)) continue;
    const before = (value as Readonly<Record<string, unknown>>)[name];
    const after = cleanOne(before, rule, `${path}${name}`, changed);
    if (after === before) continue;
    isSame = false;
    if (after === undefined) delete cleaned[name];
    else cleaned[name] = after;
  }
  // The cast is safe: only values of members were replaced, by values of the same type.
  return isSame ? value : (cleaned as T);
};

const cleanOne = (value: unknown, rule: Rule, path: string, changed: string[]): unknown => {
  if (typeof rule !== "function")
    return isObject(value) ? cleanMembers(value, rule, `${path}.`, changed) : value;
  const cleaned = rule(value);
  if (cleaned !== value) changed.push(path);
  return cleaned;
};

const createRules = (texts: CleanTexts): Readonly<Record<Aggregate | "documents", Rules>> => {
  const { html, name, termName, plain, website, address, slug, status, lineage, place, data } = texts;
  const post: Rules = {
    ...{ status, slug, lineage, trashed: { status, slug } },
    ...{ description: html, excerpt: html, extensions: data },
  };
  // Costs are not cleaned: they are plain text that is escaped wherever it is shown.
  const ofEvent: Rules = {
    ...{ title: name, description: html, excerpt: html, website, statusReason: plain, extensions: data },
  };
  return {
    accounts: { displayName: plain, email: plain },
    images: {
      ...{ url: address, sourceUrl: texts.source, mimeType: texts.mimeType, sizes: texts.sizes },
      ...{ alt: plain, title: plain, credit: plain, license: plain },
    },
    terms: { name: termName, slug, description: html, extensions: data },
    venues: {
      ...{ ...post, name, website, coordinates: place },
      ...{ address: plain, city: plain, country: plain, province: plain, state: plain, zip: plain },
      ...{ phone: plain, stateProvince: plain },
    },
    organizers: { ...post, name, website, phone: plain, email: plain },
    events: { ...post, ...ofEvent, schedule: { abbreviation: plain } },
    occurrences: { slug, schedule: { abbreviation: plain }, occurrence: { changes: ofEvent } },
    documents: { value: data },
  };
};
