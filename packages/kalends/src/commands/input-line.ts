import { OperatorError } from "../operator-error.ts";

const MAX_BYTES = 64 * 1024;

/** The only line of a stream, without its end. An `OperatorError` when there are several, or it is no text. */
export const readInputLine = async (stream: AsyncIterable<Uint8Array | string>): Promise<string> => {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of stream) {
    const bytes = Buffer.from(chunk);
    chunks.push(bytes);
    length += bytes.length;
    if (length > MAX_BYTES) throw new OperatorError(["The standard input has too much for one line"]);
  }
  const line = decode(Buffer.concat(chunks)).replace(/\r?\n$/, "");
  if (/[\r\n]/.test(line)) throw new OperatorError(["The standard input has more than one line"]);
  return line;
};

const decode = (bytes: Uint8Array): string => {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new OperatorError(["The standard input is not UTF-8"]);
  }
};
