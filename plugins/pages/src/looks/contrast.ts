import { themeValues } from "../style/theme.ts";

/** Colours of texts with the backgrounds on which pages show them. */
const PAIRS: readonly (readonly [text: string, background: string])[] = [
  ...["ink", "quiet", "accent", "alert"].flatMap((name) => [
    [name, "page"] as const,
    [name, "surface"] as const,
  ]),
  ["accent-ink", "accent"],
];
const COLOURS: ReadonlySet<string> = new Set(PAIRS.flat());
const MIN_CONTRAST = 4.5;

const HEX = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i;

/**
 * True if texts are readable with these theme variables: all their colours are hexadecimal, and have a
 * contrast of at least 4.5 to 1, in light and in dark mode.
 */
export const isReadable = (theme: readonly string[]): boolean => {
  const { light, dark } = themeValues(theme);
  return [light, { ...light, ...dark }].every(
    (values) =>
      [...COLOURS].every((name) => HEX.test(values[name] ?? "")) &&
      PAIRS.every(
        ([text, background]) => contrast(values[text] ?? "", values[background] ?? "") >= MIN_CONTRAST,
      ),
  );
};

/** Returns the contrast of two colours, from 1 to 21. Source: WCAG 2.2, contrast ratio. */
const contrast = (one: string, other: string): number => {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
};

/** Returns the relative luminance of a colour, from 0 to 1. Source: WCAG 2.2, relative luminance. */
const luminance = (colour: string): number => {
  const digits = colour.slice(1);
  const wide = digits.length === 3 ? digits.replace(/./g, "$&$&") : digits;
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => {
    const part = Number.parseInt(wide.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};
