import { type HtmlCleaner, isObject } from "@kalends/core";
import type { Aggregate } from "./archive-format.ts";
import { type Clean, type CleanTexts, createCleanTexts } from "./clean-texts.ts";

/** A record with what was unsafe removed. */
export interface Cleaned<R> {
  readonly record: R;
  /** Paths of the members that are not as the archive has them, such as `schedule.abbreviation`. */
  readonly members: readonly string[];
}

/** Cleans a record whose form was checked. What the calendar has stored by its own rules comes back as it is. */
export type CleanRecord = <R extends object>(what: Aggregate | "documents", record: R) => Cleaned<R>;

interface CleaningOptions {
  readonly htmlCleaner: HtmlCleaner;
  /** True if a role of this installation may write any HTML: then HTML stays as it is. */
  readonly keepsHtml: boolean;
}

/** How a member is cleaned: by a function, or its own members one by one. */
type Rule = Clean | Rules;
type Rules = { readonly [member: string]: Rule };

/** Source: rules/choices.md#archive-cleaning. */
export const createCleanRecord = (options: CleaningOptions): CleanRecord => {
  const rules = createRules(createCleanTexts(options));
  return (what, record) => {
    const members: string[] = [];
    return { record: cleanMembers(record, rules[what], "", members), members };
  };
};

/** The same object where nothing changes. */
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
  // Only values of members were replaced, by others of their form.
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
  // Costs are plain text, which is escaped wherever it is shown.
  const ofEvent: Rules = {
    ...{ title: name, description: html, excerpt: html, website, statusReason: plain, extensions: data },
  };
  return {
    accounts: { displayName: plain, email: plain },
    images: {
      ...{ url: address, sourceUrl: texts.source, mimeType: texts.mimeType, sizes: texts.sizes },
      alt: plain,
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
