export { createSmtpMailer, type SmtpMailerOptions, type SmtpSettings } from "./smtp-mailer.ts";
