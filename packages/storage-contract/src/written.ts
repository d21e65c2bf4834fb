import type { Revised } from "@kalends/core";
import { expect } from "chai";

const withoutRevisions = (record: unknown): unknown =>
  JSON.parse(
    JSON.stringify(record, (name: string, value: unknown) => (name === "revision" ? undefined : value)),
  );

/** That the record is as it should be, with a higher revision than before: what a store changes by itself is a write. */
export const expectWritten = <R extends Revised>(found: R | undefined, expected: R): void => {
  expect(withoutRevisions(found)).to.deep.equal(withoutRevisions(expected));
  expect(found?.revision).to.be.above(expected.revision ?? 0);
};
