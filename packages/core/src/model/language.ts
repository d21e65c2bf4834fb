/** Languages in which the interface is available. Source: rules/description.md#languages. */
export const LANGUAGES = ["en", "fr", "es", "de"] as const;

export type Language = (typeof LANGUAGES)[number];
