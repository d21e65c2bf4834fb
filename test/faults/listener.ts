import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Place } from "../kalends/kalends-process.ts";
import type { Mirror } from "./mirror.ts";

const FILE = "told";
const PLUGIN = `
  import { appendFileSync } from "node:fs";
  const listener = () => ({
    durable: true, name: "notes", on: ["event.created", "event.updated"],
    handle: ({ id, change }) => appendFileSync("${FILE}", id + " " + change.after.id + " " + change.after.title + "\\n"),
  });
  export const plugin = () => ({ name: "notes", setup: () => ({ listeners: [listener()] }) });
`;

/**
 * Writes the code of a plugin with a durable listener to a file. The listener appends each received event to
 * another file.
 */
export const writeListener = (place: Place): string => {
  writeFileSync(join(place.directory, "notes.mjs"), PLUGIN);
  writeFileSync(join(place.directory, FILE), "");
  return "./notes.mjs";
};

/** Returns the versions of each event that the listener has received, in order. */
const notified = (place: Place): ReadonlyMap<number, readonly number[]> => {
  const versions = new Map<number, number[]>();
  for (const line of readFileSync(join(place.directory, FILE), "utf8").split("\n").slice(0, -1)) {
    const [, id = "", version = ""] = /^\d+ (\d+) .* v(\d+)$/.exec(line) ?? [];
    const known = versions.get(Number(id)) ?? [];
    versions.set(Number(id), [...known, Number(version)]);
  }
  return versions;
};

/** True if the listener has received every version of every event. */
export const isAllNotified = (place: Place, { kept }: Mirror): boolean => {
  const versions = notified(place);
  return [...kept.values()]
    .filter(({ kind }) => kind === "events")
    .every(({ id, state }) => versions.get(id)?.includes(state.version) ?? false);
};

/**
 * Adds mistakes of the deliveries to the mirror. Each version must be delivered. The first deliveries of the
 * versions must be in order.
 */
export const checkNotified = (place: Place, mirror: Mirror): void => {
  const versions = notified(place);
  for (const { kind, id, state } of mirror.kept.values()) {
    if (kind !== "events") continue;
    const first = [...new Set(versions.get(id))];
    const wanted = Array.from({ length: state.version }, (_, index) => index + 1);
    if (first.join() !== wanted.join())
      mirror.mistakes.push(
        `the listener was told ${first.join()} of the event ${id}, which has ${state.version}`,
      );
  }
};
