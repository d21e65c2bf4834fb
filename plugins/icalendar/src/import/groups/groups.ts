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
  breathe: () => Promise<void>,
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

export const digestOf = async (value: unknown): Promise<string> => {
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
};
