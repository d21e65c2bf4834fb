import { MAX_IMAGE_BYTES } from "@kalends/core";
import { type FilePart, toFilePart } from "@kalends/core/interface";
import { fromPairs, type Pair } from "../request/address/bracketed-pairs.ts";
import { tooLarge } from "../request/body/incoming-bytes.ts";
import type { BodyValues } from "../request/body/request-body.ts";

/**
 * Reads the fields of a form in order, and those files for which `keeps` returns true. Throws
 * `rest_body_too_large` if the files are too large, and errors thrown by `keeps`.
 */
export const readFormPairs = async (
  form: FormData,
  keeps: (name: string) => boolean,
): Promise<readonly Pair<string | FilePart>[]> => {
  const pairs: Pair<string | FilePart>[] = [];
  let size = 0;
  for (const [name, value] of form) {
    if (typeof value === "string") pairs.push([name, value]);
    else if (keeps(name)) {
      size += value.size;
      if (size > MAX_IMAGE_BYTES) throw tooLarge(MAX_IMAGE_BYTES);
      const bytes = new Uint8Array(await value.arrayBuffer());
      pairs.push([name, toFilePart({ name: value.name, bytes })]);
    }
  }
  return pairs;
};

export const toFormValues = (pairs: readonly Pair<string | FilePart>[]): BodyValues => ({
  kind: "form",
  values: fromPairs(pairs),
});
