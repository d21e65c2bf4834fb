import type { Resource } from "./resource.ts";

/** The same kind of record with another default of `per_page` in its list; its own without `perPage`. */
export const withPageSize = <View>(resource: Resource<View>, perPage: number | undefined): Resource<View> => {
  const { list } = resource.operations;
  const { per_page: declared } = list.parameters;
  if (perPage === undefined || declared === undefined) return resource;
  const parameters = { ...list.parameters, per_page: { ...declared, default: String(perPage) } };
  return { ...resource, operations: { ...resource.operations, list: { ...list, parameters } } };
};
