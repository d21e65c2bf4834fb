import { type HtmlCleaner, toSlug } from "@kalends/core";
import { createSourceRecord } from "../records/source-record.ts";
import type { FoundRecord, Portion, Source } from "../source/source.ts";
import { readWxr } from "./wxr-elements.ts";
import { toEvent, toOrganizer, toVenue, type WxrReading, type WxrRecord } from "./wxr-records.ts";
import {
  POST_TYPES,
  type PostList,
  surveyWxr,
  type TermList,
  toId,
  type WxrSurvey,
  type WxrTerm,
} from "./wxr-survey.ts";
import { withFigures } from "./wxr-texts.ts";

export interface WxrSourceDeps {
  /**
   * Paths of the files of one export, in any order. WordPress may split a large export into several files.
   */
  readonly files: readonly string[];
  readonly htmlCleaner: Pick<HtmlCleaner, "clean">;
  /** Adds paragraphs to a cleaned text, as WordPress does for display. */
  readonly toParagraphs: (html: string) => string;
  /** Time zone of the site. Events without a zone get this one. */
  readonly timezone: string;
}

const READERS = { venues: toVenue, organizers: toOrganizer, events: toEvent } as const;

/**
 * Opens a WordPress export (WXR 1.0 to 1.2) as an import source of events, venues, organizers and their
 * terms. All files are read first for data that records refer to (`surveyWxr`), then again as a stream for
 * each list of posts. Rejects with an `ImportError` if the files are not a complete export of one site.
 * Nothing is imported in that case.
 * Source: rules/choices.md#import-wordpress.
 */
export const openWxrSource = async (deps: WxrSourceDeps): Promise<Source> => {
  const { files, htmlCleaner, toParagraphs, timezone } = deps;
  const survey = await surveyWxr(files);
  const reading: WxrReading = {
    ...{ survey, timezone },
    toHtml: (text, id) => toParagraphs(htmlCleaner.clean(withFigures(text, id, survey))),
  };
  const authorsById = new Map([...survey.authors.values()].map(({ id, names }) => [id, names]));
  return {
    site: survey.site,
    read: (list) =>
      list === "categories" || list === "tags" ? readTerms(list, survey) : readPosts(list, files, reading),
    namesOf: async (author) => authorsById.get(author) ?? [],
  };
};

const PORTION = 100;

async function* readTerms(list: TermList, { terms }: WxrSurvey): AsyncGenerator<Portion> {
  const all = [...terms[list].values()];
  for (let begin = 0; begin < all.length; begin += PORTION) {
    yield { records: all.slice(begin, begin + PORTION).map((term) => toFoundTerm(term, terms[list])) };
  }
}

const toFoundTerm = (term: WxrTerm, all: ReadonlyMap<string, WxrTerm>): FoundRecord => {
  const { id, name, slug, description = "", place } = term;
  const parent = all.get(term.parent ?? "")?.id ?? 0;
  return {
    record: createSourceRecord({ ...(id !== undefined && { id }), name, slug, description, parent }),
    place,
    // Use the slug as the key, because events refer to a term without id by its slug.
    ...(id === undefined && { key: toSlug(slug) }),
  };
};

async function* readPosts(
  list: PostList,
  files: readonly string[],
  reading: WxrReading,
): AsyncGenerator<Portion> {
  if (reading.survey.counts[list] === 0) return;
  for (const file of files) {
    for await (const elements of readWxr(file)) {
      const records: FoundRecord[] = [];
      const failures: { readonly place: string; readonly problem: string }[] = [];
      for (const element of elements) {
        if (element.name !== "item" || POST_TYPES[element.text("wp:post_type")] !== list) continue;
        const { place } = element;
        const id = toId(element.text("wp:post_id"));
        if (id === undefined) failures.push({ place, problem: "wp:post_id is not an id" });
        else records.push(toFound(READERS[list](element, id, reading), place));
      }
      if (records.length + failures.length > 0) yield { records, failures };
    }
  }
}

const toFound = ({ members, notes, earlierPaths }: WxrRecord, place: string): FoundRecord => ({
  record: createSourceRecord(members),
  place,
  ...(notes.length > 0 && { notes }),
  ...(earlierPaths.length > 0 && { earlierPaths }),
});
