import type { Breathe } from "../../read/breathing.ts";
import { nameOf } from "../../read/event/event-of-component.ts";
import type { SourceComponent } from "../../read/split-components.ts";

/** The components of one UID: an event or a series, and occurrences that differ. */
export interface Group {
  readonly uid: string;
  readonly name: string;
  readonly components: readonly SourceComponent[];
}

/** Groups in the order of their first components. One that has no UID stands alone, by what it says. */
export const toGroups = async (
  components: readonly SourceComponent[],
  breathe: Breathe,
): Promise<readonly Group[]> => {
  const groups = new Map<string, { readonly name: string; readonly components: SourceComponent[] }>();
  for (const component of components) {
    const { uid, name } = nameOf(component);
    const key = uid.trim() === "" ? await contentUid(component) : uid.trim();
    const group = groups.get(key) ?? { name, components: [] };
    group.components.push(component);
    groups.set(key, group);
    await breathe();
  }
  return [...groups].map(([uid, group]) => ({ uid, ...group }));
};

/** What says the same is the same: it cannot be updated, but it is not there twice. */
const contentUid = async ({ lines }: SourceComponent): Promise<string> => {
  const kept = lines.filter((line) => !/^(?:DTSTAMP|CREATED|LAST-MODIFIED|SEQUENCE)[:;]/i.test(line));
  return `content-${await digestOf(kept)}`;
};

/** The digest of a value as JSON. */
export const digestOf = (value: unknown): Promise<string> => digestOfText(JSON.stringify(value));

/** Characters that are hashed at once. */
const PORTION = 2 ** 20;

/** The same of a list, in portions where that is long. */
export const digestOfList = async (values: readonly unknown[], breathe: Breathe): Promise<string> => {
  const digests: string[] = [];
  let portion = "";
  for (const piece of piecesOf(values)) {
    await breathe();
    if (portion.length + piece.length > PORTION) {
      digests.push(await digestOfText(portion));
      portion = "";
    }
    portion += piece;
  }
  const last = await digestOfText(portion);
  return digests.length === 0 ? last : digestOfText([...digests, last].join());
};

/** The JSON of a list. */
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
