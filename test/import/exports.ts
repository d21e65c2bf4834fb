import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createHtmlCleaner } from "@kalends/html";
import { renderHtml } from "@kalends/http/internals";
import { openWxrSource, type Source } from "@kalends/import";

/**
 * Creates functions that write WordPress export files `0.xml`, `1.xml` and so on to a temporary folder, and
 * that delete the folder.
 */
export const createExports = () => {
  let made: string | undefined;
  const folder = (): string => {
    made ??= mkdtempSync(join(tmpdir(), "kalends-wxr-"));
    return made;
  };
  return {
    folder,
    open(...exports: readonly (string | Buffer)[]): Promise<Source> {
      const files = exports.map((content, index) => {
        const file = join(folder(), `${index}.xml`);
        writeFileSync(file, content);
        return file;
      });
      const htmlCleaner = createHtmlCleaner();
      return openWxrSource({ files, htmlCleaner, toParagraphs: renderHtml, timezone: "America/New_York" });
    },
    clear(): void {
      if (made !== undefined) rmSync(made, { recursive: true });
      made = undefined;
    },
  };
};
