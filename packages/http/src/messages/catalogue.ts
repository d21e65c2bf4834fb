import type { Explanation, ProblemReason } from "@kalends/core";
import type { HttpErrorCode } from "../response/errors/error-codes.ts";
import type { Description } from "./descriptions.ts";

/*
 * How the interface speaks several languages.
 *
 * Messages have keys: the error codes, the explanations and the reasons of problems. `en.ts` has them all, or it does not compile.
 *
 * Descriptions, which are all that the index, `OPTIONS` and `/doc` say in sentences, have none: they are written in English
 * where they belong, at the parameter, the field or the endpoint, and that sentence is what `fr.ts`, `es.ts` and `de.ts`
 * translate. A changed sentence therefore needs new translations. Sentences are constant: limits and other numbers of
 * an installation are in the schema, not in the sentence. To add or change one:
 *
 * 1. write it in English as `description` or `summary`;
 * 2. `npm run generate` collects the sentences into `descriptions.ts`, which is what translations may name;
 * 3. translate it in each language. Until then it is in English, and `test/unit/http/messages.test.ts` names it.
 */

/** The texts of one language. `{name}` stands for a value. */
export interface MessageCatalogue {
  readonly errors: Readonly<Record<HttpErrorCode, string>>;
  readonly problems: Readonly<Record<ProblemReason, string>>;
  /** How a cost of nothing is called. Source: rules/representations.md#cost-text. */
  readonly free: string;
  /** Where that is in the interface what a page would show. */
  readonly asJson: string;
  readonly explanations: Readonly<Record<Explanation, string>>;
  /** Translations by English sentence; what is not there is in English. */
  readonly descriptions: Readonly<Record<string, string>>;
}

/** The texts of another language than English, as far as they are translated. */
export interface Translation {
  readonly errors: Readonly<Partial<Record<HttpErrorCode, string>>>;
  readonly problems: Readonly<Partial<Record<ProblemReason, string>>>;
  readonly free: string;
  readonly asJson: string;
  readonly explanations: Readonly<Partial<Record<Explanation, string>>>;
  readonly descriptions: Readonly<Partial<Record<Description, string>>>;
}

/** The sentence in the catalogue's language, or as it is. */
export const translate = (sentence: string, { descriptions }: MessageCatalogue): string =>
  Object.hasOwn(descriptions, sentence) ? (descriptions[sentence] ?? sentence) : sentence;

/** The text with its values filled in; a placeholder without a value stays as it is. */
export const fillIn = (text: string, values: Readonly<Record<string, string | number>> = {}): string =>
  text.replace(/\{(\w+)\}/g, (placeholder, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : placeholder,
  );
