import type { Parameters } from "@kalends/core";

/** The same list with another default of `per_page`; as it is without `perPage`. */
export const withPageSize = <List extends { readonly parameters: Parameters }>(
  list: List,
  perPage: number | undefined,
): List => {
  const { per_page: declared } = list.parameters;
  if (perPage === undefined || declared === undefined) return list;
  return { ...list, parameters: { ...list.parameters, per_page: { ...declared, default: String(perPage) } } };
};
