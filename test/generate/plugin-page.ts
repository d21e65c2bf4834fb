import type { PluginReference, ReferenceEntry } from "./plugin-reference.ts";

const INTRODUCTION = `# Plugin API reference

<!-- Written by \`npm run generate\` from the types of \`@kalends/core/plugin\`. -->

Everything on this page is exported by \`@kalends/core/plugin\`. To write a first plugin, follow the [tutorial](../tutorials/first-plugin.md);
[How plugins work](../explanation/plugins.md) has the rules behind the API.`;

/** Converts the paths of documents in a doc comment to Markdown links. */
const withLinks = (comment: string): string =>
  comment.replace(
    /(?<!\[)\b(?:docs\/)?((?:[a-z-]+\/)?[a-z-]+\.md(?:#[a-z0-9-]+)?)/g,
    (_, path: string) => `[${path}](../${path})`,
  );

/** Returns Markdown links to the exported types that a declaration names. */
const typesIn = (source: string, types: ReadonlySet<string>): string => {
  const names = new Set(source.match(/\b[A-Z]\w+\b/g)?.filter((name) => types.has(name)));
  const links = [...names].map((name) => `[\`${name}\`](#type-${name.toLowerCase()})`);
  return links.length === 0 ? "" : `\n\nTypes: ${links.join(", ")}.`;
};

const code = (source: string): string => `\`\`\`ts\n${source}\n\`\`\``;

const paragraph = (comment: string): string => (comment === "" ? "" : `\n\n${withLinks(comment)}`);

/** Returns the Markdown page of the plugin reference. */
export const toPluginPage = (reference: PluginReference): string => {
  const { options, contributions, dependencies, types, functions, constants, others } = reference;
  const names = new Set([...types, ...others].map(({ name }) => name));
  const ownOf = (entry: string): ReadonlySet<string> => new Set([...names].filter((name) => name !== entry));
  const section = (title: string, text: string, entries: readonly string[]): string =>
    [`## ${title}`, text, ...entries].join("\n\n");
  const member = ({ name, source, comment }: ReferenceEntry): string =>
    `### \`${name}\`\n\n${code(source)}${paragraph(comment)}${typesIn(source, names)}`;
  const named =
    (kind: string) =>
    ({ name, source, comment }: ReferenceEntry): string =>
      `### ${kind} \`${name}\`${paragraph(comment)}\n\n${code(source)}${typesIn(source, ownOf(name))}`;
  return `${[
    INTRODUCTION,
    section(
      "Options of `definePlugin`",
      "Members of the definition. Only `name` is required.",
      options.map(member),
    ),
    section("Contributions", "Lists that `setup` returns, all of them optional.", contributions.map(member)),
    section(
      "Dependencies",
      "Members of `deps`, which `setup`, services, commands and importers get.",
      dependencies.map(member),
    ),
    section("Functions", "Functions that plugins may call.", functions.map(named("function"))),
    section("Constants", "Values that do not change.", constants.map(named("constant"))),
    section("Types", "Types of the members above.", types.map(named("type"))),
    section(
      "Types that are not exported",
      "Types that appear in the types above, but have no name in the entry.",
      others.map(named("type")),
    ),
    "Next: [How plugins work](../explanation/plugins.md).",
  ].join("\n\n")}\n`;
};
