import type { BuiltInMail } from "./mail-templates.ts";

/** Mails of the calendar itself. Source: rules/sign-in.md#mail. */
export const BUILT_IN_MAILS: readonly BuiltInMail[] = [
  {
    name: "invitation",
    purpose: "invitation",
    link: "link",
    texts: {
      en: {
        subject: "Your account at {site}",
        paragraphs: [
          "Hello,",
          "an administrator has created an account for you at {site}. Your account name is: {name}",
          "Open this link to choose your password. It works once, and for 72 hours.",
        ],
        link: "Choose a password",
      },
      de: {
        subject: "Ihr Konto bei {site}",
        paragraphs: [
          "Guten Tag,",
          "für Sie wurde ein Konto bei {site} angelegt. Ihr Kontoname lautet: {name}",
          "Öffnen Sie diesen Link, um Ihr Passwort zu wählen. Er gilt einmal, und 72 Stunden lang.",
        ],
        link: "Passwort wählen",
      },
      fr: {
        subject: "Votre compte sur {site}",
        paragraphs: [
          "Bonjour,",
          "un compte a été créé pour vous sur {site}. Votre nom de compte est : {name}",
          "Ouvrez ce lien pour choisir votre mot de passe. Il ne sert qu’une fois et reste valable 72 heures.",
        ],
        link: "Choisir un mot de passe",
      },
      es: {
        subject: "Su cuenta en {site}",
        paragraphs: [
          "Hola:",
          "Se ha creado una cuenta para usted en {site}. Su nombre de cuenta es: {name}",
          "Abra este enlace para elegir su contraseña. Sirve una sola vez, durante 72 horas.",
        ],
        link: "Elegir una contraseña",
      },
    },
  },
  {
    name: "forgotten-password",
    purpose: "forgotten-password",
    link: "link",
    texts: {
      en: {
        subject: "New password for {site}",
        paragraphs: [
          "Hello,",
          "somebody has asked for a new password for your account at {site}. Your account name is: {name}",
          "If it was not you, ignore this mail. Your password stays the same.",
          "Open this link to choose a new password. It works once, and for 72 hours.",
        ],
        link: "Choose a new password",
      },
      de: {
        subject: "Neues Passwort für {site}",
        paragraphs: [
          "Guten Tag,",
          "für Ihr Konto bei {site} wurde ein neues Passwort angefordert. Ihr Kontoname lautet: {name}",
          "Wenn Sie das nicht waren, beachten Sie diese Nachricht nicht. Ihr Passwort bleibt, wie es ist.",
          "Öffnen Sie diesen Link, um ein neues Passwort zu wählen. Er gilt einmal, und 72 Stunden lang.",
        ],
        link: "Neues Passwort wählen",
      },
      fr: {
        subject: "Nouveau mot de passe pour {site}",
        paragraphs: [
          "Bonjour,",
          "un nouveau mot de passe a été demandé pour votre compte sur {site}. Votre nom de compte est : {name}",
          "Si ce n’était pas vous, ignorez ce message. Votre mot de passe ne change pas.",
          "Ouvrez ce lien pour choisir un nouveau mot de passe. Il ne sert qu’une fois et reste valable 72 heures.",
        ],
        link: "Choisir un nouveau mot de passe",
      },
      es: {
        subject: "Nueva contraseña para {site}",
        paragraphs: [
          "Hola:",
          "Se ha solicitado una nueva contraseña para su cuenta en {site}. Su nombre de cuenta es: {name}",
          "Si no ha sido usted, ignore este mensaje. Su contraseña no cambia.",
          "Abra este enlace para elegir una nueva contraseña. Sirve una sola vez, durante 72 horas.",
        ],
        link: "Elegir una nueva contraseña",
      },
    },
  },
  {
    name: "test",
    texts: {
      en: {
        subject: "Test mail from {site}",
        paragraphs: ["This is a test mail. The calendar at {site} can send mail."],
      },
      de: {
        subject: "Testnachricht von {site}",
        paragraphs: ["Dies ist eine Testnachricht. Der Kalender {site} kann E-Mails versenden."],
      },
      fr: {
        subject: "Message de test de {site}",
        paragraphs: ["Ceci est un message de test. L’agenda {site} peut envoyer des e-mails."],
      },
      es: {
        subject: "Mensaje de prueba de {site}",
        paragraphs: ["Este es un mensaje de prueba. El calendario {site} puede enviar correo."],
      },
    },
  },
];
