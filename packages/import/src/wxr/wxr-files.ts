import { closeSync, openSync, readdirSync, readSync, statSync } from "node:fs";
import { join } from "node:path";
import { ImportError } from "../import-error.ts";

/**
 * Number of bytes at the start of a file in which the XML namespace of WordPress exports must appear. The
 * comments before it have about two thousand characters.
 */
const BEGINNING = 8192;

/**
 * True if the file, or an `.xml` file in the folder, starts like a WordPress export. False if the path does
 * not exist.
 */
export const isWxr = (place: string): boolean => {
  const found = statSync(place, { throwIfNoEntry: false });
  if (found?.isDirectory()) return xmlFilesIn(place).some(isWxr);
  return found?.isFile() === true && beginningOf(place).includes("http://wordpress.org/export/");
};

/**
 * Returns the given files and the WordPress exports in the given folders, in order. Throws an `ImportError`
 * for a folder without exports.
 */
export const wxrFilesOf = (places: readonly string[]): readonly string[] =>
  places.flatMap((place) => {
    if (!statSync(place, { throwIfNoEntry: false })?.isDirectory()) return [place];
    const files = xmlFilesIn(place).filter(isWxr);
    if (files.length === 0)
      throw new ImportError(`The folder ${place} contains no WordPress exports (*.xml).`);
    return files;
  });

const xmlFilesIn = (folder: string): readonly string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".xml"))
    .sort()
    .map((name) => join(folder, name));

const beginningOf = (path: string): string => {
  const bytes = Buffer.alloc(BEGINNING);
  const file = openSync(path, "r");
  try {
    const length = readSync(file, bytes);
    // Remove zero bytes, so that the search also finds Latin text encoded as UTF-16.
    return bytes.toString("latin1", 0, length).replaceAll("\0", "");
  } finally {
    closeSync(file);
  }
};
