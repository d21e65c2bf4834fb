import { closeSync, openSync, readdirSync, readSync, statSync } from "node:fs";
import { join } from "node:path";
import { ImportError } from "../import-error.ts";

/** Comments stand before what tells: about two thousand characters. */
const BEGINNING = 8192;

/** Whether a file, or one in a folder, begins as exports of WordPress do. False for what is not there. */
export const isWxr = (place: string): boolean => {
  const found = statSync(place, { throwIfNoEntry: false });
  if (found?.isDirectory()) return xmlFilesIn(place).some(isWxr);
  return found?.isFile() === true && beginningOf(place).includes("http://wordpress.org/export/");
};

/** The files named, and of the folders named those that are exports of WordPress, in order. Throws an `ImportError` for a folder without. */
export const wxrFilesOf = (places: readonly string[]): readonly string[] =>
  places.flatMap((place) => {
    if (!statSync(place, { throwIfNoEntry: false })?.isDirectory()) return [place];
    const files = xmlFilesIn(place).filter(isWxr);
    if (files.length === 0)
      throw new ImportError(`The folder ${place} holds no exports of WordPress (*.xml).`);
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
    // Also of what is written with two bytes a character.
    return bytes.toString("latin1", 0, length).replaceAll("\0", "");
  } finally {
    closeSync(file);
  }
};
