import type { Found } from "@kalends/core/interface";

/** The record with this id, as writes look at it: they read it anew. */
export const foundById = <R extends { readonly id: number }>(id: number): Found<R> => ({
  name: "id",
  record: { id } as R,
});
