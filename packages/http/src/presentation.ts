import type { Addresses } from "./addresses.ts";
import type { HttpSettings } from "./settings.ts";

/** What every presenter needs besides the record. */
export interface Presentation {
  readonly addresses: Addresses;
  readonly settings: Pick<HttpSettings, "language" | "currencySymbol" | "currencyPosition">;
  /** How a cost of nothing is called. */
  readonly free: string;
  /** Whether records carry `json_ld`: on reads of a single one only. Source: 50-representations section 9. */
  readonly structured: boolean;
}

/** A JSON object under construction. */
export type Members = Record<string, unknown>;
