import type { Importer, ImportSource, Plugin, PluginModule } from "@kalends/core/interface";

const MARK = "LINES/1";

/** Yields the complete lines of a source. */
async function* linesOf({ bytes }: ImportSource): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const piece of bytes()) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
  if (rest !== "") yield rest;
}

/**
 * Importer for files that begin with a marker line. Each further line is the title of an event on 2031-04-01.
 */
const IMPORTER: Importer = {
  format: "lines",
  description: "Titles, one a line.",
  recognises: ({ place, mediaType, beginning }) =>
    place.endsWith(".lines") ||
    mediaType === "text/x-lines" ||
    new TextDecoder().decode(beginning).startsWith(MARK),
  async run(source, { note }, _options, { calendar, site }) {
    for await (const title of linesOf(source)) {
      if (title === MARK) continue;
      if (title === "STOP") throw new Error(`There is an end in ${site.timezone}.`);
      const known = await calendar.unrestricted.events.get(title.toLowerCase());
      if (title.startsWith("#")) note("skipped", "event", title, "is a remark");
      else if (known !== undefined) note("unchanged", "event", title);
      else
        await calendar
          .asPlugin()
          .events.create({
            title,
            slug: title.toLowerCase(),
            start_date: title === "Timeless" ? "soon" : "2031-04-01 10:00:00",
            end_date: "2031-04-01 12:00:00",
            status: "publish",
          })
          .then(
            () => note("added", "event", title),
            (error: Error) => note("failed", "event", title, error.message),
          );
    }
  },
};

export const plugin: PluginModule["plugin"] = (): Plugin => ({
  name: "lines",
  rights: ["edit", "publish"],
  importers: [IMPORTER],
});
