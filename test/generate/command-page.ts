import { Readable } from "node:stream";
import { runCommandLine } from "kalends/internals";

/**
 * Returns the help text of a command when no plugins are enabled. The table of settings is left out, because
 * it has its own page.
 */
const helpOf = async (...words: readonly string[]): Promise<string> => {
  let output = "";
  await runCommandLine([...words, "--help"], {
    env: { KALENDS_PLUGINS: "none" },
    stdin: Readable.from([]),
    stdout: {
      write(text) {
        output += text;
      },
    },
    stderr: { write() {} },
    untilStopped: () => Promise.resolve(),
  });
  return output.replace(/\n+Settings come from[\s\S]*$/, "").trim();
};

/** Returns the command names in the section "Commands:" of a help text. */
const namesIn = (help: string): readonly string[] => {
  const [, list = ""] = help.split("\nCommands:\n");
  return [...list.matchAll(/^ {2}(\w[\w-]*)/gm)]
    .map(([, name = ""]) => name)
    .filter((name) => name !== "help");
};

/** Returns the Markdown page with the help of each command and subcommand. */
export const toCommandPage = async (): Promise<string> => {
  const sections: string[] = [];
  const add = async (words: readonly string[]): Promise<void> => {
    const help = await helpOf(...words);
    const heading = `${"#".repeat(words.length + 1)} \`kalends ${words.join(" ")}\``;
    if (words.length > 0) sections.push(`${heading}\n\n\`\`\`text\n${help}\n\`\`\``);
    for (const name of namesIn(help)) await add([...words, name]);
  };
  await add([]);
  return `# Command line

<!-- Written by \`npm run generate\` from the help of each command. -->

Run commands in the folder of the server. [Use the command line](../how-to/use-the-command-line.md) has examples. Plugins add commands
of their own: \`kalends help\` lists them.

${sections.join("\n\n")}

Next: [Configuration](configuration.md) lists the settings that all commands read.
`;
};
