import jsTokens from "js-tokens";
import { wordsOf } from "./words.js";

/** Doc comment whose first word begins a clause instead of naming a subject. */
const BAD_START = /^\/\*\*[\s*]*(What|Whether|Of|Who|Those|That)\b/;
/** Words that names and comments must not contain. */
const BANNED_WORD =
  /^(?:settl(?:e[ds]?|ing)|told|tells?|telling|deaf|spoil(?:s|t|ed|ing)?|breathe[ds]?|tidy)$/i;
const BANNED_NAME =
  /^(?:goOn|isElsewhere|heldUntilOver|inTimeOrNot|Together|BeginAgain|LOOKS|(?:\w+_)?(?:MOST|LONGEST)(?:_\w+)?)$/;
/** Names that a platform API or a command-line option requires. */
const FIXED_NAMES = new Set(["allSettled", "PromiseSettledResult", "PromiseFulfilledResult", "tell"]);

const isBannedName = (name) =>
  !FIXED_NAMES.has(name) && (BANNED_NAME.test(name) || wordsOf(name).some((word) => BANNED_WORD.test(word)));

/** Checks a source text and returns rule, line and message of each finding. */
export const findInSource = (text) => {
  const findings = [];
  let line = 1;
  for (const { type, value } of jsTokens(text)) {
    const at = line;
    line += value.split("\n").length - 1;
    if (type === "MultiLineComment" || type === "SingleLineComment") {
      const start = BAD_START.exec(value)?.[1];
      if (start !== undefined)
        findings.push({
          ...{ rule: "doc-start", line: at },
          message: `The doc comment begins with "${start}". Begin with what the thing is or does.`,
        });
      const prose = value.replaceAll(/`[^`]*`/g, "");
      for (const word of prose.match(/\p{L}+/gu) ?? [])
        if (BANNED_WORD.test(word))
          findings.push({ rule: "banned-word", line: at, message: `The comment says "${word}".` });
    } else if ((type === "IdentifierName" || type === "PrivateIdentifier") && isBannedName(value))
      findings.push({ rule: "banned-name", line: at, message: `The name "${value}" has a banned word.` });
  }
  return findings;
};
