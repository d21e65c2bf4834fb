import type { Cost } from "@kalends/core";
import type { Presentation } from "./presentation.ts";

/* Currency codes of costs. Source: rules/representations.md#structured-offer. */

const symbolOf = (currency: string, currencyDisplay: "symbol" | "narrowSymbol"): string =>
  new Intl.NumberFormat("en", { style: "currency", currency, currencyDisplay })
    .formatToParts(0)
    .find(({ type }) => type === "currency")?.value ?? currency;

/**
 * Returns currency codes by symbol. Includes English symbols, and local symbols that belong to only one
 * currency: many currencies share `$`, `kr` or `C$`.
 */
const readSymbols = (): ReadonlyMap<string, string> => {
  const codes = Intl.supportedValuesOf("currency");
  const narrow = codes.map((code) => [symbolOf(code, "narrowSymbol"), code] as const);
  const times = new Map<string, number>();
  for (const [symbol] of narrow) times.set(symbol, (times.get(symbol) ?? 0) + 1);
  return new Map([
    ...narrow.filter(([symbol]) => times.get(symbol) === 1 && !symbol.includes("$")),
    ["US$", "USD"],
    ...codes.map((code) => [symbolOf(code, "symbol"), code] as const),
    ...codes.map((code) => [code, code] as const),
  ]);
};

let symbols: ReadonlyMap<string, string> | undefined;

/** Returns the ISO 4217 code of a cost's currency; `undefined` if it cannot be determined. */
export const currencyOf = (
  { code, symbol }: Cost,
  { currencyCode, currencySymbol }: Pick<Presentation["money"], "currencyCode" | "currencySymbol">,
): string | undefined => {
  if (code !== undefined) return code;
  symbols ??= readSymbols();
  // If the symbol is a currency code, the author of the event chose that currency explicitly.
  if (/^[A-Z]{3}$/.test(symbol) && symbols.has(symbol)) return symbol;
  return currencyCode ?? symbols.get(symbol || currencySymbol);
};
