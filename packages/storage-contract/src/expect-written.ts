import type { Revised } from "@kalends/core";
import { expect } from "chai";

const withoutRevisions = (record: unknown): unknown =>
  JSON.parse(
    JSON.stringify(record, (name: string, value: unknown) => (name === "revision" ? undefined : value)),
  );

/**
 * Expects that the stored record equals the given one, except for a higher revision. Changes that a store
 * makes by itself also increase the revision.
 */
export const expectWritten = <R extends Revised>(found: R | undefined, expected: R): void => {
  expect(withoutRevisions(found)).to.deep.equal(withoutRevisions(expected));
  expect(found?.revision).to.be.above(expected.revision ?? 0);
};
