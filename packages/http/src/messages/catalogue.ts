import type { ErrorCode, ProblemReason } from "@kalends/core";

/** The texts of one language. `{name}` stands for a value. */
export interface MessageCatalogue {
  readonly errors: Readonly<Record<ErrorCode, string>>;
  readonly problems: Readonly<Record<ProblemReason, string>>;
  /** How a cost of nothing is called. Source: 50-representations section 6.1. */
  readonly free: string;
}

/** The text with its values filled in; a placeholder without a value stays as it is. */
export const fillIn = (text: string, values: Readonly<Record<string, string | number>> = {}): string =>
  text.replace(/\{(\w+)\}/g, (placeholder, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : placeholder,
  );
