/** Default values of the theme variables in light mode. README.md describes each variable. */
const LIGHT: Readonly<Record<string, string>> = {
  page: "#ffffff",
  surface: "#f5f6f8",
  ink: "#1d232b",
  quiet: "#596473",
  line: "#dfe3e8",
  accent: "#1a5fa3",
  "accent-ink": "#ffffff",
  "accent-soft": "#e8f0f8",
  alert: "#a8221a",
  radius: "0.5rem",
  font: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Helvetica Neue", Arial, sans-serif',
  width: "72rem",
};

const DARK: Readonly<Record<string, string>> = {
  page: "#14181d",
  surface: "#1d232a",
  ink: "#e8ebee",
  quiet: "#a3adb8",
  line: "#333c46",
  accent: "#82b7ee",
  "accent-ink": "#10161d",
  "accent-soft": "#1d2f42",
  alert: "#ff9c92",
};

const declarations = (values: Readonly<Record<string, string>>): string =>
  Object.entries(values)
    .map(([name, value]) => `--${name}: ${value};`)
    .join(" ");

type ThemeValues = Readonly<Record<"light" | "dark", Readonly<Record<string, string>>>>;

/**
 * Returns the values of the theme variables. `entries` is the option `theme`. If a variable occurs twice, the
 * later entry is used.
 */
export const themeValues = (entries: readonly string[]): ThemeValues => {
  const light: Record<string, string> = { ...LIGHT };
  const dark: Record<string, string> = { ...DARK };
  for (const entry of entries) {
    const [, isDark, name = "", value = ""] = /^(dark-)?([^=]+)=(.*)$/s.exec(entry) ?? [];
    (isDark === undefined ? light : dark)[name.trim()] = value.trim();
  }
  return { light, dark };
};

/** Returns the CSS that sets the theme variables. `entries` is the option `theme`. */
export const themeStyle = (entries: readonly string[]): string => {
  const { light, dark } = themeValues(entries);
  return `:root { color-scheme: light dark; ${declarations(light)} }
@media (prefers-color-scheme: dark) { :root { ${declarations(dark)} } }
@media print { :root { color-scheme: light; ${declarations({ ...light, page: "#fff", surface: "#fff" })} } }
`;
};
