import type { Found } from "@kalends/core/interface";

/** Returns a lookup of the record with this id, in the form that writes use to read it again. */
export const foundById = <R extends { readonly id: number }>(id: number): Found<R> => ({
  name: "id",
  record: { id } as R,
});
