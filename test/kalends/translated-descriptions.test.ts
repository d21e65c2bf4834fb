import { existsSync, readdirSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { CATALOGUES } from "@kalends/http/internals";
import { expect } from "chai";
import { createCalendar } from "kalends";
import { collectSentences } from "../generate/interface-texts.ts";

const PLUGINS = fileURLToPath(new URL("../../../plugins", import.meta.url));
const LANGUAGES = ["de", "es", "fr"] as const;

describe("the descriptions of an interface with all plugins", () => {
  for (const language of LANGUAGES) {
    it(`are translated, each of them: ${language}`, async () => {
      const folders = existsSync(PLUGINS) ? readdirSync(PLUGINS, { withFileTypes: true }) : [];
      const calendar = await createCalendar({
        storage: "sqlite::memory:",
        locales: [language],
        scheduler: false,
        changes: true,
        audit: true,
        plugins: folders.filter((folder) => folder.isDirectory()).map(({ name }) => `@kalends/${name}`),
      });
      const server = createServer(calendar.callback);
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      const { port } = server.address() as AddressInfo;
      const read = async (path: string): Promise<ReadonlySet<string>> => {
        const response = await fetch(`http://127.0.0.1:${port}${path}`);
        return new Set(collectSentences({ description: await response.json() }));
      };
      try {
        const catalogue = new Set(Object.values(CATALOGUES[language].descriptions));
        for (const path of ["/wp-json/tribe/events/v1", "/wp-json/tribe/events/v1/doc?version=3.1"]) {
          const english = await read(path);
          const same = [...(await read(`/${language}${path}`))].filter((sentence) => english.has(sentence));
          expect(
            same.filter((sentence) => !catalogue.has(sentence)),
            path,
          ).to.deep.equal([]);
        }
      } finally {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
        await calendar.close();
      }
    });
  }
});
