import { PassThrough } from "node:stream";
import type { AccountSummary } from "@kalends/core/accounts";
import { expect } from "chai";
import { OperatorError } from "kalends";
import { accountTable, promptSecrets } from "kalends/internals";

const QUESTIONS = ["Password: ", "Once more: "];

/** Sends these keys to a prompt. Returns the entered answers and what the terminal shows. */
const ask = async (keys: string) => {
  const input = new PassThrough();
  const output = new PassThrough();
  const asked = promptSecrets({ input, output }, QUESTIONS).catch((error: unknown) => error);
  input.end(keys);
  const answers = await asked;
  output.end();
  return { answers, shown: (await output.toArray()).join("") };
};

describe("askSecrets", () => {
  it("asks each question and shows nothing of the answers", async () => {
    // A typing mistake that is deleted again.
    const { answers, shown } = await ask("hunterx\u007F2\rhunter3\rtoo much\r");
    expect(answers).to.deep.equal(["hunter2", "hunter3"]);
    expect(shown).to.equal("Password: \nOnce more: \n");
  });

  it("is broken off by Ctrl+C and Ctrl+D", async () => {
    for (const key of ["\u0003", "\u0004", ""]) {
      const { answers, shown } = await ask(`hunter2\r${key}`);
      expect(answers).to.be.instanceOf(OperatorError);
      expect(shown).to.not.include("hunter2");
    }
  });
});

describe("the table of accounts", () => {
  const ann: AccountSummary = {
    id: 1,
    name: "ann",
    role: "editor",
    displayName: "Ann Lee",
    email: "ann@example.org",
    credentials: [{ id: "Ab1", kind: "token", label: "phone", createdUtc: "2030-01-01 12:00:00" }],
    hasPassword: false,
    passkeys: 0,
  };

  it("has headings, and a line for each account and each credential", () => {
    const bob: AccountSummary = {
      id: 12,
      name: "bob",
      role: "subscriber",
      credentials: [],
      hasPassword: false,
      passkeys: 0,
    };
    expect(accountTable([ann, bob])).to.deep.equal([
      "ID  NAME  ROLE        FULL NAME  EMAIL",
      "1   ann   editor      Ann Lee    ann@example.org",
      "12  bob   subscriber",
      "",
      "PASSWORD OR TOKEN  KIND   ACCOUNT  CREATED (UTC)        LABEL",
      "Ab1                token  ann      2030-01-01 12:00:00  phone",
    ]);
    expect(accountTable([])).to.deep.equal([]);
  });

  it("gives no orders to the terminal", () => {
    const text = accountTable([{ ...ann, name: "a\u001B[2Jn", displayName: "x\u202Ey\nz" }]).join("\n");
    expect(text).to.include("a\uFFFD[2Jn").and.include("x\uFFFDy\uFFFDz");
  });
});
