/** Returns the words of a name in camelCase, PascalCase or SCREAMING_CASE, in lower case. */
export const wordsOf = (name) =>
  name
    .replaceAll(/([\p{Ll}\d])(\p{Lu})/gu, "$1 $2")
    .split(/[\s_$#]+/)
    .filter((word) => word !== "")
    .map((word) => word.toLowerCase());
