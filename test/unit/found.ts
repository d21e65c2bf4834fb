import type { FoundRecord } from "@kalends/core/interface";

/** Returns a lookup result for the record with this id. Writes use it to read the record again. */
export const foundById = <R extends { readonly id: number }>(id: number): FoundRecord<R> => ({
  name: "id",
  record: { id } as R,
});
