// Writes src/read/zones/local-names.ts: what people call zones in other languages, by the CLDR of this Node.js.
// Usage, after a build: node plugins/icalendar/make-local-names.js
import { writeFileSync } from "node:fs";
import { WINDOWS_ZONES } from "./dist/read/zones/windows-zones.js";

const LANGUAGES = ["de", "fr", "es", "it", "nl", "pt"];
const KEYS = [
  ...["gmt", "w. europe", "fle", "russian", "eastern", "central", "mountain", "pacific", "atlantic"],
  ...["alaskan", "hawaiian", "aus eastern", "new zealand", "tokyo", "china", "india", "israel"],
  ...["e. south america", "argentina"],
];
const SUMMER = 182 * 86_400_000;

const names = new Map();
for (const key of KEYS)
  for (const language of LANGUAGES)
    for (const [timeZoneName, at] of [
      ["longGeneric", 0],
      ["long", 0],
      ["long", SUMMER],
    ]) {
      const format = new Intl.DateTimeFormat(language, { timeZone: WINDOWS_ZONES[key], timeZoneName });
      const parts = format.formatToParts(Date.UTC(2027, 0, 15) + at);
      const name = parts
        .find(({ type }) => type === "timeZoneName")
        .value.toLowerCase()
        .replaceAll("’", "'");
      if (!/\d|gmt/.test(name) && !names.has(name)) names.set(name, key);
    }
const lines = [...names].map(([name, key]) => `  ${JSON.stringify(name)}: ${JSON.stringify(key)},`);
const head = `/**
 * Names of zones in ${LANGUAGES.join(", ")}, in lower case, and their keys in \`WINDOWS_ZONES\`. Written by make-local-names.js from the
 * CLDR of Node.js ${process.versions.cldr}.
 */
export const LOCAL_NAMES: Readonly<Record<string, string | undefined>> = {
`;
writeFileSync(new URL("src/read/zones/local-names.ts", import.meta.url), `${head}${lines.join("\n")}\n};\n`);
