/** Returns a short hash of a text. It is the same in every process, but not cryptographic. */
export const versionOf = (text: string): string => {
  let [one, two] = [0xdeadbeef, 0x41c6ce57];
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    one = Math.imul(one ^ code, 2654435761);
    two = Math.imul(two ^ code, 1597334677);
  }
  return [one, two].map((part) => (part >>> 0).toString(16).padStart(8, "0")).join("");
};
