import { expect } from "chai";
import type { TestResponse } from "./client.ts";
import type { StartedCalendar } from "./start-calendar.ts";
import { type Files, formWith } from "./uploads.ts";

export interface FormCalls {
  /** Sends a form; as a visitor if `as` is `undefined`. */
  send(
    method: string,
    path: string,
    as: string | undefined,
    fields: Readonly<Record<string, string>>,
    ...files: Files
  ): Promise<TestResponse>;
  /** Expects a refusal, optionally with these `data.params`, that changes no record and no file. */
  expectNothingLeft(
    refuse: () => Promise<TestResponse>,
    status: number,
    params?: unknown,
  ): Promise<TestResponse>;
}

/** Returns helpers that send forms to a calendar; it must be started before their first call. */
export const createFormCalls = (started: () => StartedCalendar): FormCalls => {
  const kept = async () => [await started().contents(), await started().blobStore.readAfter("", 10_000)];
  return {
    send: (method, path, as, fields, ...files) =>
      started().send(method, path, { ...(as && { as }), multipart: formWith(fields, ...files) }),
    async expectNothingLeft(refuse, status, params) {
      const before = await kept();
      const answer = await refuse();
      expect(answer.status, answer.text).to.equal(status);
      if (params !== undefined) expect(answer.body.data.params).to.deep.equal(params);
      expect(await kept()).to.deep.equal(before);
      return answer;
    },
  };
};
