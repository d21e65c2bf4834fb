import { problemAt } from "../../errors.ts";
import type { JsonSchema } from "../../model/json.ts";
import type { SentRecurrence } from "../../model/recurrence/parse-recurrence.ts";
import { readRecurrenceLines } from "../../model/recurrence/recurrence-lines.ts";
import { MAX_RULE_LENGTH } from "../../model/recurrence/rule.ts";
import type { Parameter, Resolution } from "../../parameter.ts";
import { checkText, refuse } from "../../parameters/scalars.ts";
import { SHOWN_NAME } from "../../parsing/hostile-values.ts";

/** Members that clients may write. Each may be a single text instead of a list. */
const WRITTEN = ["rules", "dates", "except"] as const;
/** Read-only members in responses. Clients may send them back; they have no effect. */
const SHOWN: readonly string[] = ["series_id", "recurrence_id", "text", "trashed"];

/** Example in the error message for a text that is not a recurrence. */
const EXAMPLE = { example: '{"rules":["FREQ=WEEKLY;COUNT=3"]}' };

/** Maximum length in characters of a recurrence that is sent as RFC 5545 content lines. */
const MAX_LINES_LENGTH = 200_000;

const TEXTS: JsonSchema = {
  anyOf: [
    { type: "string", maxLength: MAX_RULE_LENGTH },
    { type: "array", items: { type: "string", maxLength: MAX_RULE_LENGTH } },
  ],
};

/** Parameter `recurrence` of an event. Source: rules/recurrence.md#recurrence-parameter. */
export const RECURRENCE: Parameter<SentRecurrence | undefined> = {
  description: "parameter.event.recurrence",
  default: null,
  documented: {
    example: { rules: ["FREQ=WEEKLY;COUNT=4"] },
    body: {
      type: ["object", "string", "null"],
      properties: {
        rules: { ...TEXTS, description: "parameter.event.recurrence.rules" },
        dates: { ...TEXTS, description: "parameter.event.recurrence.dates" },
        except: { ...TEXTS, description: "parameter.event.recurrence.except" },
      },
    },
  },
  resolve(raw) {
    if (typeof raw === "string") return fromText(raw);
    if (Array.isArray(raw) && raw.length === 0) return IGNORED;
    if (typeof raw !== "object" || raw === null || Array.isArray(raw))
      return refuse("not-a-recurrence", EXAMPLE);
    const members = new Map(Object.entries(raw));
    if (!WRITTEN.some((name) => members.has(name))) return IGNORED;
    const known: readonly string[] = [...WRITTEN, ...SHOWN];
    const unknown = [...members.keys()].find((name) => !known.includes(name));
    if (unknown !== undefined)
      return { problem: problemAt({ reason: "unknown-parameter" }, `[${unknown.slice(0, SHOWN_NAME)}]`) };
    const sent: Record<string, readonly string[]> = {};
    for (const name of WRITTEN) {
      const texts = toTexts(members.get(name), `[${name}]`);
      if ("problem" in texts) return texts;
      sent[name] = name === "rules" ? texts.value.map(withoutName) : texts.value;
    }
    return { value: sent };
  },
};

/**
 * Result for objects that clients of other programs send as `recurrence` with another meaning. They are
 * accepted and have no effect.
 */
const IGNORED: Resolution<undefined> = {
  value: undefined,
  adjustments: [{ reason: "unknown-parameter" }],
};

const fromText = (raw: string): Resolution<SentRecurrence | undefined> => {
  if (raw.trim() === "") return IGNORED;
  const text = checkText(raw, MAX_LINES_LENGTH);
  if ("problem" in text) return text;
  const value = readRecurrenceLines(text.value);
  return value === undefined ? refuse("not-a-recurrence", EXAMPLE) : { value };
};

const withoutName = (rule: string): string => rule.replace(/^\s*RRULE:/i, "");

/** Parses a text or a list of texts. Blank texts are ignored, because forms cannot send an empty list. */
const toTexts = (raw: unknown, at: string): Resolution<readonly string[]> => {
  const texts: string[] = [];
  for (const [index, entry] of (Array.isArray(raw) ? raw : [raw ?? ""]).entries()) {
    const text = checkText(entry, MAX_RULE_LENGTH);
    const place = Array.isArray(raw) ? `${at}[${index}]` : at;
    if ("problem" in text) return { problem: problemAt(text.problem, place) };
    if (text.value.trim() !== "") texts.push(text.value);
  }
  return { value: texts };
};
