import { nameOf } from "../../read/event/event-of-component.ts";
import type { SourceComponent } from "../../read/split-components.ts";
import type { YieldToEventLoop } from "../../read/yield-to-event-loop.ts";

/** Components of a calendar file with the same UID: an event or series, and its changed occurrences. */
export interface Group {
  readonly uid: string;
  readonly name: string;
  readonly components: readonly SourceComponent[];
}

/**
 * Groups the components of a calendar by UID, in the order of the file. A component without a UID gets a UID
 * derived from its content.
 */
export const toGroups = async (
  components: readonly SourceComponent[],
  yieldToEventLoop: YieldToEventLoop,
): Promise<readonly Group[]> => {
  const groups = new Map<string, { readonly name: string; readonly components: SourceComponent[] }>();
  for (const component of components) {
    const { uid, name } = nameOf(component);
    const key = uid.trim() === "" ? await contentUid(component) : uid.trim();
    const group = groups.get(key) ?? { name, components: [] };
    group.components.push(component);
    groups.set(key, group);
    await yieldToEventLoop();
  }
  return [...groups].map(([uid, group]) => ({ uid, ...group }));
};

/**
 * Returns a UID derived from the content of a component. The UID prevents a second import of the same event.
 * A component with changed content gets another UID, so it does not update the earlier event.
 */
const contentUid = async ({ lines }: SourceComponent): Promise<string> => {
  const kept = lines.filter((line) => !/^(?:DTSTAMP|CREATED|LAST-MODIFIED|SEQUENCE)[:;]/i.test(line));
  return `content-${await digestOf(kept)}`;
};

/** Returns the SHA-256 digest of a value, which is converted to JSON first. */
export const digestOf = (value: unknown): Promise<string> => digestOfText(JSON.stringify(value));

/** Maximum number of characters that are hashed at once. */
const PORTION = 2 ** 20;

/**
 * Returns the digest of a list. Up to `PORTION` characters, it equals `digestOf`. A longer list is hashed in
 * chunks, so that the event loop is not blocked.
 */
export const digestOfList = async (
  values: readonly unknown[],
  yieldToEventLoop: YieldToEventLoop,
): Promise<string> => {
  const digests: string[] = [];
  let portion = "";
  for (const piece of piecesOf(values)) {
    await yieldToEventLoop();
    if (portion.length + piece.length > PORTION) {
      digests.push(await digestOfText(portion));
      portion = "";
    }
    portion += piece;
  }
  const last = await digestOfText(portion);
  return digests.length === 0 ? last : digestOfText([...digests, last].join());
};

/** Yields the JSON text of a list in small pieces. */
function* piecesOf(values: readonly unknown[]): Generator<string> {
  yield "[";
  for (const [index, value] of values.entries()) {
    if (index > 0) yield ",";
    if (Array.isArray(value)) yield* piecesOf(value);
    else yield JSON.stringify(value);
  }
  yield "]";
}

const digestOfText = async (text: string): Promise<string> => {
  const bytes = new TextEncoder().encode(text);
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
};
