import type { Explanation, ProblemReason } from "@kalends/core/interface";
import type { HttpErrorCode } from "../errors/error-codes.ts";

/*
 * Languages of the interface. All texts are in `locales/*.json`: one file for each language, with the same
 * names.
 *
 * Messages are named after error codes, explanations and reasons of problems.
 *
 * Descriptions are all sentences in the namespace index, in `OPTIONS` responses and in `/doc`. The code of a
 * parameter, member or endpoint contains the name of its description, such as `parameter.per_page`. Each name
 * contains a dot, so that no sentence of a plugin is mistaken for a name. Sentences are constant: limits and
 * other settings are in the schema instead.
 */

/** Texts of one language. `{name}` is a placeholder for a value. */
export interface MessageCatalogue {
  /** Text for a cost of zero. Source: rules/representations.md#cost-text. */
  readonly free: string;
  /** Sentence that names the REST URL of the record whose web page was requested. */
  readonly asJson: string;
  readonly errors: Readonly<Record<HttpErrorCode, string>>;
  readonly explanations: Readonly<Record<Explanation, string>>;
  readonly problems: Readonly<Record<ProblemReason, string>>;
  /** Names of the built-in statuses of records, for people. */
  readonly statuses: Readonly<Record<string, string>>;
  /** Sentences by name, and translations of plugin sentences by their English sentence. */
  readonly descriptions: Readonly<Record<string, string>>;
}

/**
 * Returns the text that `sentence` names. If `sentence` is not a name, returns its translation or, without
 * one, `sentence` itself.
 */
export const translate = (sentence: string, { descriptions }: MessageCatalogue): string =>
  Object.hasOwn(descriptions, sentence) ? (descriptions[sentence] ?? sentence) : sentence;

/** Returns the text with placeholders replaced by values. Placeholders without a value stay unchanged. */
export const fillIn = (text: string, values: Readonly<Record<string, string | number>> = {}): string =>
  text.replace(/\{(\w+)\}/g, (placeholder, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : placeholder,
  );
