import type { Source } from "@kalends/import";

/** What sources may ask for, from the options of the command. */
export interface SourceOptions {
  /** Something to know while the source is opened. */
  readonly warn: (line: string) => void;
  /** The zone of this site. */
  readonly timezone: string;
}

/** A kind of source that is taken over without a plugin. */
export interface BuiltInSource {
  /** What `--format` calls it. */
  readonly format: string;
  /** Opens all places of the command that are of this kind. Rejects with an `ImportError` or an `OperatorError`. */
  open(places: readonly string[], options: SourceOptions): Promise<Source>;
}

const LIST_PAGES: BuiltInSource = {
  format: "list-pages",
  async open(places) {
    const { createListPages, filesOf } = await import("@kalends/import");
    return createListPages(filesOf(places));
  },
};

const WORDPRESS: BuiltInSource = {
  format: "wordpress",
  async open(places, { timezone }) {
    const [{ openWxrSource, wxrFilesOf }, { createHtmlCleaner }, { renderHtml }] = await Promise.all([
      import("@kalends/import"),
      import("@kalends/html"),
      import("@kalends/http"),
    ]);
    const htmlCleaner = createHtmlCleaner();
    return openWxrSource({ files: wxrFilesOf(places), htmlCleaner, toParagraphs: renderHtml, timezone });
  },
};

/** In the order in which they are taken over. */
export const BUILT_IN_SOURCES: readonly BuiltInSource[] = [LIST_PAGES, WORDPRESS];
