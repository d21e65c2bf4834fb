/** Lists by repeated brackets, so that commas inside of entries separate nothing; an empty one as an empty value. */
const toPairs = (name: string, value: unknown): readonly (readonly [string, string])[] => {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) return [[name, String(value)]];
  return value.length === 0 ? [[name, ""]] : value.map((entry) => [`${name}[]`, String(entry)]);
};

/** The query of an address, with its question mark; `""` when there is none. Members without a value are left out. */
export const toQuery = (values: object | undefined): string => {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values ?? {})) {
    for (const [key, text] of toPairs(name, value)) query.append(key, text);
  }
  const text = query.toString();
  return text === "" ? "" : `?${text}`;
};
