import type { Parameters, ParameterValues } from "../../../parameter.ts";
import { refuse } from "../../../parameters/scalars.ts";

/**
 * Occurrences that a write of one occurrence changes. The parameter has no effect on a series or a single
 * event.
 */
const SCOPES = ["this", "following", "all"] as const;
export type Scope = (typeof SCOPES)[number];

const isScope = (raw: unknown): raw is Scope => SCOPES.some((scope) => scope === raw);

/** Parameter `scope` of writes. Source: rules/recurrence.md#write-scope. */
export const SCOPE: Parameters = {
  scope: {
    type: "string",
    description: "parameter.scope",
    default: "this",
    documented: { enum: [...SCOPES] },
    resolve: (raw) => (isScope(raw) ? { value: raw } : refuse("not-one-of", { names: SCOPES.join(", ") })),
  },
};

export const scopeOf = ({ scope }: ParameterValues): Scope => (isScope(scope) ? scope : "this");
