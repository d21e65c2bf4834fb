/** Settings in a section of a systemd unit. Each setting has all of its values in order. */
export type UnitSection = ReadonlyMap<string, readonly string[]>;

/** Returns the sections of a systemd unit by name. */
export const readUnit = (text: string): ReadonlyMap<string, UnitSection> => {
  const sections = new Map<string, Map<string, readonly string[]>>();
  let section = new Map<string, readonly string[]>();
  for (const line of text.split("\n")) {
    const [, name] = /^\[(\w+)\]$/.exec(line) ?? [];
    const [, key = "", value = ""] = /^(\w+)=(.*)$/.exec(line) ?? [];
    if (name !== undefined) {
      section = new Map();
      sections.set(name, section);
    } else if (key !== "") section.set(key, [...(section.get(key) ?? []), value]);
  }
  return sections;
};

/** Returns the words of the command that a service runs. */
export const commandOf = (text: string): readonly string[] =>
  readUnit(text).get("Service")?.get("ExecStart")?.[0]?.split(" ") ?? [];
