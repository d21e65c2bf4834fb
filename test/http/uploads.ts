import type { Sent } from "./client.ts";

/** Creates a form with these files. */
export const formOf = (
  ...files: readonly (readonly [field: string, bytes: Uint8Array, name: string])[]
): FormData => {
  const form = new FormData();
  for (const [field, bytes, name] of files) form.append(field, new Blob([new Uint8Array(bytes)]), name);
  return form;
};

/** Creates a request of an author whose body is an image. */
export const asRaw = (raw: Uint8Array | string, headers: Record<string, string> = {}): Sent => ({
  as: "author",
  raw,
  headers: { "content-type": "image/png", ...headers },
});

/** Files of a form: name of the form part, content and file name. */
export type Files = readonly (readonly [field: string, bytes: Uint8Array, name: string])[];

/** Creates a form in which the files come before the other fields. */
export const formWith = (fields: Readonly<Record<string, string>>, ...files: Files): FormData => {
  const form = formOf(...files);
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
};
