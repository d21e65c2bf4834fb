import { BASE_STYLE, PRINT_STYLE } from "./base.ts";
import { RECORD_STYLE } from "./records.ts";
import { themeStyle } from "./theme.ts";
import { VIEW_STYLE } from "./views.ts";

/** The whole style sheet, with the variables that the installation has set. */
export const styleText = (theme: readonly string[]): string =>
  [themeStyle(theme), BASE_STYLE, VIEW_STYLE, RECORD_STYLE, PRINT_STYLE].join("");
