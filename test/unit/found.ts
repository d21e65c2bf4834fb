import type { FoundRecord } from "@kalends/core/interface";

/** Returns a lookup of the record with this id, in the form that writes use to read it again. */
export const foundById = <R extends { readonly id: number }>(id: number): FoundRecord<R> => ({
  name: "id",
  record: { id } as R,
});
