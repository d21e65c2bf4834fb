import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createServer, type Server } from "node:net";
import type { MailMessage } from "@kalends/core";
import { createSmtpMailer, type SmtpSettings } from "@kalends/mail";
import { expect } from "chai";
import type { SMTPServerOptions } from "smtp-server";
import { makeSelfSigned } from "../import/live/self-signed.ts";
import { type ReceivedMail, type SmtpReceiver, startSmtpReceiver } from "./smtp-receiver.ts";

const CERTIFICATE = makeSelfSigned();
const FROM = { name: "Kalender Süd", address: "calendar@town.example" };
const MESSAGE: MailMessage = {
  to: { name: "Ann Müller", address: "ann@example.org" },
  subject: "Grüße",
  text: "Hello\n",
  html: "<p>Hello</p>\n",
};

const refusing = (code: number, message: string): Error =>
  Object.assign(new Error(message), { responseCode: code });

describe("mail over SMTP", () => {
  const open: SmtpReceiver[] = [];
  afterEach(async () => {
    for (const receiver of open.splice(0)) await receiver.close();
  });

  const receiver = async (options: SMTPServerOptions = {}): Promise<SmtpReceiver> => {
    const started = await startSmtpReceiver({ ...CERTIFICATE, ...options });
    open.push(started);
    return started;
  };
  const mailer = (port: number, settings: Partial<SmtpSettings> = {}, trusts = true) =>
    createSmtpMailer(
      { host: "localhost", port, encryption: "starttls", from: FROM, ...settings },
      trusts ? { tls: { ca: CERTIFICATE.cert } } : {},
    );
  const only = ({ mails }: SmtpReceiver): ReceivedMail => {
    expect(mails).to.have.length(1);
    const [mail] = mails;
    if (mail === undefined) throw new Error("No mail was received");
    return mail;
  };

  it("is encrypted with STARTTLS, and signs in", async () => {
    const server = await receiver();
    const sent = await mailer(server.port, { user: "ann", password: "p@ss/word" }).send(MESSAGE);
    expect(sent).to.equal(undefined);
    const { source, ...mail } = only(server);
    expect(mail).to.deep.equal({
      ...{ from: FROM.address, to: ["ann@example.org"], isSecure: true, user: "ann" },
    });
    expect(source)
      .to.match(/^Auto-Submitted: auto-generated\r$/m)
      .and.match(/^Date: .+\r$/m)
      .and.match(/^Message-ID: <[^@>]+@town\.example>\r$/m)
      .and.match(/^From: =\?UTF-8\?.+\?= <calendar@town\.example>\r$/m)
      .and.match(/^To: =\?UTF-8\?.+\?= <ann@example\.org>\r$/m)
      .and.match(/^Content-Type: multipart\/alternative;/m)
      .and.match(/^Content-Type: text\/plain;/m)
      .and.match(/^Content-Type: text\/html;/m);
  });

  it("is encrypted from the start with smtps", async () => {
    const server = await receiver({ secure: true });
    expect(await mailer(server.port, { encryption: "tls" }).send(MESSAGE)).to.equal(undefined);
    expect(only(server).isSecure).to.equal(true);
  });

  it("is not sent, and nobody signs in, without encryption", async () => {
    let signIns = 0;
    const server = await receiver({
      hideSTARTTLS: true,
      disabledCommands: ["STARTTLS"],
      allowInsecureAuth: true,
      onAuth(_auth, _session, done) {
        signIns += 1;
        done(null, { user: "x" });
      },
    });
    const problem = await mailer(server.port, { user: "ann", password: "secret" }).send(MESSAGE);
    expect(problem?.failure).to.equal("tls");
    expect(server.mails).to.deep.equal([]);
    expect(signIns).to.equal(0);
  });

  it("is not sent to a server whose certificate is not trusted", async () => {
    for (const [encryption, secure] of [
      ["starttls", false],
      ["tls", true],
    ] as const) {
      const server = await receiver({ secure });
      const problem = await mailer(server.port, { encryption }, false).send(MESSAGE);
      expect(problem?.failure, encryption).to.equal("tls");
      expect(server.mails).to.deep.equal([]);
    }
  });

  it("is plain if the settings say so", async () => {
    const server = await receiver();
    expect(await mailer(server.port, { encryption: "none" }, false).send(MESSAGE)).to.equal(undefined);
    expect(only(server).isSecure).to.equal(false);
  });

  it("gets no headers and no recipients from line breaks", async () => {
    const server = await receiver();
    const line = "x\r\nBcc: eve@evil.example\r\nX-Evil: 1\r\n\r\nbody";
    await mailer(server.port).send({
      ...MESSAGE,
      subject: line,
      to: { name: line, address: "ann@example.org" },
      replyTo: { name: line, address: "bob@example.org" },
    });
    const { to, source } = only(server);
    expect(to).to.deep.equal(["ann@example.org"]);
    expect(source).to.not.match(/^(?:bcc|x-evil):/im);
  });

  it("does not read files or addresses", async () => {
    const server = await receiver();
    const { pathname } = new URL(import.meta.url);
    const odd = { path: pathname } as unknown as string;
    const problem = await mailer(server.port).send({ ...MESSAGE, text: odd });
    expect(problem).to.not.equal(undefined);
    expect(server.mails).to.deep.equal([]);
  });

  it("tells permanent refusals from temporary ones", async () => {
    const at = async (code: number) => {
      const server = await receiver({ onRcptTo: (_to, _session, done) => done(refusing(code, "no")) });
      return mailer(server.port).send(MESSAGE);
    };
    expect(await at(550)).to.include({ failure: "refused", code: 550 });
    expect(await at(451)).to.include({ failure: "delayed", code: 451 });
    const server = await receiver({
      onData(stream, _session, done) {
        stream.resume();
        stream.on("end", () => done(refusing(554, "spam")));
      },
    });
    expect(await mailer(server.port).send(MESSAGE)).to.include({ failure: "refused", code: 554 });
  });

  it("reports a refused sign-in without the password", async () => {
    const server = await receiver({
      onAuth: ({ password }, _session, done) => done(refusing(535, `wrong password ${password}`)),
    });
    const problem = await mailer(server.port, { user: "ann", password: "secret-word" }).send(MESSAGE);
    expect(problem).to.include({ failure: "sign-in", code: 535 });
    expect(JSON.stringify(problem)).to.not.include("secret-word");
  });

  it("reports a server that cannot be reached, and one that hangs up", async () => {
    const server = await receiver();
    await server.close();
    open.splice(0);
    expect((await mailer(server.port).send(MESSAGE))?.failure).to.equal("unreachable");
    const rude: Server = createServer((socket) => socket.destroy()).listen(0, "127.0.0.1");
    await once(rude, "listening");
    const { port } = rude.address() as AddressInfo;
    expect((await mailer(port).send(MESSAGE))?.failure).to.equal("unreachable");
    rude.close();
  });
});
