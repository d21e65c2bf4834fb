import { toInertText } from "@kalends/core";
import type { AccountSummary } from "@kalends/core/accounts";

const ACCOUNTS = ["ID", "NAME", "ROLE", "FULL NAME", "EMAIL"];
const CREDENTIALS = ["PASSWORD OR TOKEN", "KIND", "ACCOUNT", "CREATED (UTC)", "LABEL"];

/**
 * Formats accounts as a table with headings. A second table below has the passwords and tokens of all
 * accounts. Returns no lines for an empty list.
 */
export const accountTable = (accounts: readonly AccountSummary[]): readonly string[] => {
  const credentials = accounts.flatMap((account) =>
    account.credentials.map(({ id, kind, scopes = [], createdUtc, label }) => [
      id,
      [kind, ...scopes].join(", "),
      account.name,
      createdUtc,
      label,
    ]),
  );
  const people = accounts.map(({ id, name, role, isDisabled, displayName = "", email = "" }) => [
    String(id),
    name,
    isDisabled ? `${role}, disabled` : role,
    displayName,
    email,
  ]);
  return [
    ...toTable(ACCOUNTS, people),
    ...(credentials.length > 0 ? ["", ...toTable(CREDENTIALS, credentials)] : []),
  ];
};

/** Formats rows as aligned columns below their headings. Returns no lines if there are no rows. */
export const toTable = (
  headings: readonly string[],
  rows: readonly (readonly string[])[],
): readonly string[] => {
  if (rows.length === 0) return [];
  const cells = [headings, ...rows].map((row) => row.map(toCell));
  const widths = headings.map((_, column) => Math.max(...cells.map((row) => widthOf(row[column] ?? ""))));
  return cells.map((row) =>
    row
      .map((cell, column) => cell + " ".repeat((widths[column] ?? 0) - widthOf(cell)))
      .join("  ")
      .trimEnd(),
  );
};

/** Makes a text safe for one table cell: without control sequences, tabs and line breaks. */
const toCell = (text: string): string => toInertText(text).replace(/[\t\n]/g, "\uFFFD");

const widthOf = (text: string): number => [...text].length;
