export { createSmtpMailer, type SmtpSettings } from "./smtp-mailer.ts";
