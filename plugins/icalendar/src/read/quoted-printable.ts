import { decodeBytes } from "./decode-line.ts";

const QUOTED = /^([A-Z0-9-]+(?:;[^:;]*)*?);(?:ENCODING=)?QUOTED-PRINTABLE(?=[;:])/i;
const CHARSET = /;CHARSET="?([\w.-]{1,40})"?(?=[;:]|$)/i;

/**
 * Converts a line of vCalendar 1.0 with a quoted-printable value (RFC 2045, 6.7) to an iCalendar line. Other
 * lines are returned unchanged.
 */
export const withPlainValue = (line: string): string => {
  const [head, before = ""] = QUOTED.exec(line) ?? [];
  const end = head === undefined ? -1 : line.indexOf(":", head.length);
  if (head === undefined || end < 0) return line;
  const parameters = before + line.slice(head.length, end);
  const [, charset] = CHARSET.exec(parameters) ?? [];
  const bytes = line
    .slice(end + 1)
    .split(/=([0-9A-F]{2})/i)
    .map((part, index) => (index % 2 === 1 ? Buffer.from(part, "hex") : Buffer.from(part)));
  const text = decodeBytes(Buffer.concat(bytes), charset);
  return `${parameters.replace(CHARSET, "")}:${text.replaceAll("\n", "\\n")}`;
};
