import type { PluginModule } from "@kalends/core/interface";

/** Plugin whose importer accepts everything that no earlier importer accepts. It counts the bytes. */
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
