import { both, html, type LabelledMail, plain } from './labelled-mail.ts'

export const GERMAN_FRENCH_CODES: readonly LabelledMail[] = [
  plain(
    'de-c01',
    'Ihr Bestätigungscode',
    `Guten Tag Frau Weber,

Ihr Bestätigungscode lautet: 604 118

Der Code ist 10 Minuten gültig.

Mit freundlichen Grüßen
Sparbank AG · Postfach 1120 · 60311 Frankfurt am Main · Tel. 069 1234567`,
    '604118',
  ),
  plain(
    'de-c02',
    '918227 ist dein Anmeldecode',
    `Hallo Jonas,

gib 918227 auf der Anmeldeseite ein. Wenn du das nicht warst, musst du nichts tun.`,
    '918227',
  ),
  plain(
    'de-c03',
    'mTAN für Ihren Auftrag',
    `Ihre mobileTAN für die Überweisung über 1.250,00 EUR auf das Konto DE02 1203 0000 0000 2020 51: 445091

Auftrag vom 15.11.2026, 10:42 Uhr`,
    '445091',
  ),
  plain(
    'de-c04',
    'Einmalpasswort',
    `Sehr geehrter Kunde,

Ihr Einmalpasswort für das Kundenportal: kT4-9Pw

Kundennummer: 70011823`,
    'kT4-9Pw',
  ),
  html(
    'de-c05',
    'Anmeldung bestätigen',
    `<p>Hallo,</p><p>bitte bestätige deine Anmeldung mit dem folgenden Sicherheitscode:</p><p style="font-size:26px;color:#003366"><b>55 82 31</b></p><p>Stadtwerke Musterhausen, 04109 Leipzig, Amtsgericht Leipzig HRB 12345</p>`,
    '558231',
  ),
  plain(
    'de-c06',
    'Freischaltung Ihres Zugangs',
    `Willkommen bei der Bibliothek!

Ihr Freischaltcode: Z8QM-4KTD
Ihre Ausweisnummer: 0045512398

Öffnungszeiten: Mo–Fr 9–18 Uhr`,
    'Z8QM-4KTD',
  ),
  plain(
    'de-c07',
    'Passwort zurücksetzen',
    `Sie haben angefordert, Ihr Passwort zurückzusetzen.
Geben Sie dazu die PIN 7731 ein.
Die Anfrage kam von 91.64.12.200.`,
    '7731',
  ),
  plain(
    'de-c08',
    'Dein Code für die Paketstation',
    `Dein Paket wartet in Packstation 145. Abholcode: 6 4 1 9

Abholung bis 22.11.2026. Sendungsnummer 00340434161094042557`,
    '6419',
  ),
  both(
    'de-c09',
    'Verifizierung deiner E-Mail',
    `Dein Verifizierungscode:

38104

Gültig bis 12:15 Uhr.`,
    `<p>Dein Verifizierungscode:</p><h2>38104</h2><p>Gültig bis 12:15 Uhr.</p>`,
    '38104',
  ),
  plain(
    'fr-c01',
    'Votre code de vérification',
    `Bonjour Camille,

Voici votre code de vérification : 295 731

Il est valable 10 minutes. Ne le communiquez à personne.

Banque du Rhône, 12 rue de la République, 69002 Lyon
Tél. 04 78 00 11 22`,
    '295731',
  ),
  plain('fr-c02', '4807 est votre code de connexion', `Saisissez 4807 dans l’application pour vous connecter.`, '4807'),
  html(
    'fr-c03',
    'Confirmez votre adresse',
    `<table><tr><td><p>Pour activer votre compte, saisissez le code ci-dessous :</p></td></tr><tr><td align="center" style="font-size:30px"><strong>83 60 14</strong></td></tr><tr><td>Service client : 0 805 123 456 (gratuit)</td></tr></table>`,
    '836014',
  ),
  plain(
    'fr-c04',
    'Mot de passe à usage unique',
    `Votre mot de passe à usage unique pour valider l'achat de 89,90 € chez FNAC : 71920483.
Carte se terminant par 5521.`,
    '71920483',
  ),
  plain(
    'fr-c05',
    'Réinitialisation',
    `Vous avez oublié votre mot de passe ?

Code de réinitialisation
J7P-2VX

Demande du 15/11/2026 à 09h32.`,
    'J7P-2VX',
  ),
  plain(
    'fr-c06',
    'Espace patient',
    `Madame, Monsieur,
votre code d'accès temporaire à l'espace patient est le 550912. Munissez-vous de votre numéro de dossier 2026-77810.
Hôpital Saint-Luc, 75014 Paris`,
    '550912',
  ),
  plain(
    'fr-c07',
    'Authentification requise',
    `Une connexion depuis Bordeaux a été détectée.
Code d’authentification : 1 0 7 7 3 6
Si ce n’est pas vous, changez votre mot de passe sur https://compte.exemple.test/securite`,
    '107736',
  ),
  plain(
    'fr-c08',
    'Votre code secret',
    `Le code secret pour retirer votre commande n° 88102934 au casier est B4417.`,
    'B4417',
  ),
]
