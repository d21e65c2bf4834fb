import type { PluginModule } from "@kalends/core/interface";

/** A plugin that imports whatever no earlier importer accepts, and counts its bytes. */
export const plugin: PluginModule["plugin"] = () => ({
  name: "greedy",
  importers: [
    {
      format: "bytes",
      description: "Counts bytes.",
      recognises: ({ place, beginning }) => {
        if (place.endsWith(".bad")) throw new Error("This is bad.");
        return beginning[0] === "B".charCodeAt(0);
      },
      async run({ bytes, beginning }, { note }) {
        let count = 0;
        for await (const piece of bytes()) count += piece.length;
        note("updated", "byte", "\u001b[2Jbytes", `${beginning.length} of ${count}`);
        note("removed", "byte", "nothing");
      },
    },
  ],
});
