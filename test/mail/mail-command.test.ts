import { expect } from "chai";
import type { SMTPServerOptions } from "smtp-server";
import { createPlace, type Place } from "../kalends/kalends-process.ts";
import { type SmtpReceiver, startSmtpReceiver } from "./smtp-receiver.ts";

describe("the command mail test", () => {
  let place: Place;
  let receiver: SmtpReceiver;
  before(() => {
    place = createPlace();
  });
  after(() => place.clear());
  afterEach(() => receiver.close());

  const test = async (
    options: SMTPServerOptions = {},
    { sign = "", host = "127.0.0.1", ...more }: Readonly<Record<string, string>> = {},
    address = "ann@example.org",
  ) => {
    receiver = await startSmtpReceiver(options);
    return place.run(["mail", "test", address], {
      ...{
        KALENDS_SMTP_URL: `smtp://${sign}${host}:${receiver.port}`,
        KALENDS_MAIL_FROM: "Town <t@town.example>",
      },
      ...more,
    });
  };

  it("sends a mail at once", async () => {
    const { code, output, errors } = await test(
      {},
      { KALENDS_LANGUAGE: "de", KALENDS_BASE_URL: "https://town.example" },
    );
    expect([code, errors]).to.deep.equal([0, ""]);
    expect(output).to.equal(
      `The mail server 127.0.0.1:${receiver.port} accepted the mail to ann@example.org.\n`,
    );
    expect(receiver.mails[0]?.source).to.include("Subject: Testnachricht von town.example");
  });

  it("says what is wrong", async () => {
    const refused = (code: number) => Object.assign(new Error("no"), { responseCode: code });
    for (const [options, settings, text] of [
      [
        { onAuth: (_auth, _session, done) => done(refused(535)), allowInsecureAuth: true },
        { sign: "ann:pass%20word@" },
        /refused the sign-in/,
      ],
      [{ onRcptTo: (_to, _session, done) => done(refused(550)) }, {}, /refused the mail.*550 no/],
      [{ onRcptTo: (_to, _session, done) => done(refused(451)) }, {}, /at the moment/],
      [{}, { host: "127.0.0.1:1/#" }, /KALENDS_SMTP_URL must be an address such as/],
      [{}, { KALENDS_MAIL_FROM: "" }, /KALENDS_SMTP_URL needs a sender: set KALENDS_MAIL_FROM/],
    ] as const satisfies readonly (readonly [SMTPServerOptions, object, RegExp])[]) {
      const { code, output, errors } = await test(options, settings);
      expect([code, output], errors).to.deep.equal([1, ""]);
      expect(errors)
        .to.match(text)
        .and.not.match(/pass(?:%20| )word/);
      await receiver.close();
    }
  });

  it("needs a mail server and one address", async () => {
    expect((await place.run(["mail", "test", "ann@example.org"])).errors).to.equal(
      "kalends: No mail server is configured: set KALENDS_SMTP_URL and KALENDS_MAIL_FROM\n",
    );
    const { errors } = await test({}, {}, "a@b.example,c@d.example");
    expect(errors).to.include("is not a mail address");
    expect(receiver.mails).to.deep.equal([]);
  });

  it("reports a server that cannot be reached", async () => {
    receiver = await startSmtpReceiver();
    await receiver.close();
    const { errors } = await place.run(["mail", "test", "ann@example.org"], {
      ...{
        KALENDS_SMTP_URL: `smtp://ann:secret@127.0.0.1:${receiver.port}`,
        KALENDS_MAIL_FROM: "t@town.example",
      },
    });
    expect(errors)
      .to.match(/Cannot connect to the mail server 127\.0\.0\.1:\d+/)
      .and.not.include("secret");
  });
});
