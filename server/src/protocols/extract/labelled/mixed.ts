import { html, type LabelledMail, plain } from './labelled-mail.ts'

/** Layouts and habits seen less often, in all languages. */
export const MIXED: readonly LabelledMail[] = [
  plain('en-m01', 'Your code - 905512', `The code is in the subject line. Thanks!`, '905512'),
  plain(
    'en-m02',
    '(No subject)',
    `Your WhatsUp code: 381-204

Don't share this code with others
4sgLq1p5sV6`,
    '381204',
  ),
  plain(
    'en-m03',
    'Order 7740021: confirm collection',
    `Thanks for order 7740021 (15 Nov 2026, £84.10).

Collection code
5 9 1 7
Show it at the counter of our shop at 1400 Kings Road, SW10 0QN. Opening hours 9:00 to 18:00.`,
    '5917',
  ),
  plain(
    'en-m04',
    'Verify your login',
    `**********************
*   CODE:  71H-K20   *
**********************
valid 5 min`,
    '71H-K20',
  ),
  plain(
    'en-m05',
    'Verification code from Sol',
    `=======
 44081
=======

Use this to verify your email on Sol. Your user id is 120398.`,
    '44081',
  ),
  plain(
    'en-m06',
    'Fwd: Your login code',
    `---------- Forwarded message ---------
From: Kite <login@kite.test>
Date: Sun, 15 Nov 2026 at 08:00
Subject: Your login code
To: <maya2004@example.org>

Your login code is 662 810.`,
    '662810',
  ),
  html(
    'en-m07',
    'Your code is waiting',
    `<p>Use the code <a href="https://k.test/l/40021">719 402</a> to sign in.</p>`,
    '719402',
  ),
  html(
    'en-m08',
    'Verify it is you',
    `<table><tr><td>Your one-time code</td><td>Expires</td></tr><tr><td>830127</td><td>10:45</td></tr></table>`,
    '830127',
  ),
  html(
    'en-m09',
    'Login code',
    `<p>Your login code for <a href="https://pine.test">Pine</a></p><table><tr><td>R</td><td>4</td><td>K</td><td>9</td><td>2</td><td>W</td></tr></table>`,
    'R4K92W',
  ),
  plain(
    'en-m10',
    'Verify',
    `Please verify your account with code 12345678 or by opening https://v.test/?c=87654321`,
    '12345678',
  ),
  plain('en-m11', 'TAN', `Your TAN: 3f9K2p. Do not pass it on. Transfer of 50.00 to ACME.`, '3f9K2p'),
  plain(
    'en-m12',
    'Your temporary password',
    `Your account is ready. Sign in with the temporary password Xp4k9TqZ and choose your own.`,
    'Xp4k9TqZ',
  ),
  plain(
    'de-m01',
    'Zwei-Faktor-Anmeldung',
    `Jemand meldet sich gerade bei Ihrem Konto an (15.11.2026, 11:02 Uhr). Sind Sie es? Dann lautet Ihr Code:

    90 21 44

Ihr Team von Wolke7 · 80331 München`,
    '902144',
  ),
  html(
    'de-m02',
    'Dein Login',
    `<p>Hey,</p><p>mit <b>417 733</b> kommst du rein. Der Code gilt 5 Minuten.</p>`,
    '417733',
  ),
  plain('fr-m01', 'Connexion', `Entrez les chiffres suivants pour vous identifier : 6 0 8 1`, '6081'),
  plain(
    'es-m01',
    'Su firma electrónica',
    `Para firmar el documento 2026-00412 introduzca la clave de firma 55K9-P2.`,
    '55K9-P2',
  ),
  plain(
    'pt-m01',
    'Confirmação',
    `Digite 339018 no aplicativo para confirmar o seu número de telemóvel +351 912 345 678.`,
    '339018',
  ),
  plain(
    'it-m01',
    'Accesso da un nuovo dispositivo',
    `Qualcuno sta accedendo da Torino. Se sei tu, usa il codice qui sotto.

9 9 1 0 2`,
    '99102',
  ),
  plain(
    'nl-m01',
    'Log in bij Tulp',
    `Kopieer deze tijdelijke inlogcode:

blauw-92-ster

of klik op https://tulp.test/l/3310`,
    'blauw-92-ster',
  ),
  plain(
    'pl-m01',
    'SMS nie dotarł?',
    `Oto Twój kod autoryzacyjny: 118 20 45. Operacja z 15.11.2026, kwota 99,00 zł.`,
    '1182045',
  ),
  plain('tr-m01', 'Giriş denemesi', `Giriş için 4 haneli şifre: 9 2 7 0. Bu şifreyi kimseye söylemeyin.`, '9270'),
  html(
    'ru-m01',
    'Вход',
    `<p>Код: <span style="font-size:24px">204&nbsp;816</span></p><p>Не вводите его на других сайтах.</p>`,
    '204816',
  ),
  html(
    'ja-m01',
    '【重要】ログイン認証',
    `<div>ログインを続けるには、次の数字を入力してください。</div><table><tr><td>２</td><td>０</td><td>９</td><td>４</td><td>１</td><td>７</td></tr></table><div>東京都千代田区 100-0001</div>`,
    '209417',
  ),
  plain('zh-m01', '登入提醒', `您的帳號正在新裝置登入。若為本人，請輸入 6 位數字：8 3 0 1 1 5。`, '830115'),
  plain(
    'ko-m01',
    '새 기기 로그인',
    `본인 확인을 위해 다음 6자리 숫자를 입력하세요.

610 947`,
    '610947',
  ),
  html(
    'ar-m01',
    'تسجيل الدخول',
    `<div dir="rtl"><p>الرمز</p><table><tr><td>٣</td><td>٠</td><td>٧</td><td>٧</td></tr></table><p>ينتهي خلال ٥ دقائق</p></div>`,
    '3077',
  ),
  plain(
    'hi-m01',
    'खाता सुरक्षा',
    `लॉगिन जारी रखने के लिए यह कोड दर्ज करें

५ ० ९ १ ३ ८`,
    '509138',
  ),
  plain(
    'en-t37',
    'Your parking session',
    `Parking started. Location code 40217, vehicle AB12 CDE, until 18:20. Cost 3.40.`,
  ),
  plain(
    'en-t38',
    'Join our webinar',
    `Join: https://meet.test/j/84410293311
Meeting ID: 844 1029 3311
Dial in: +1 646 558 8656
Starts 19 Nov 2026 at 17:00 CET`,
  ),
  plain(
    'en-t39',
    'License renewed',
    `Your license for 250 seats was renewed. Serial number 8841-2203. Contract 2026/5510.`,
  ),
  plain(
    'en-t40',
    'Login disabled',
    `Login with password is disabled since 2024. Since then 120000 users sign in with passkeys. Verify nothing, just relax.`,
  ),
  plain(
    'de-t04',
    'Anmeldung zum Kurs 20417',
    `Ihre Anmeldung zum Kurs 20417 ist bestätigt. Raum 1204, Beginn 18:30 Uhr, Gebühr 85,00 €.`,
  ),
  plain(
    'fr-t03',
    'Confirmation de réservation',
    `Votre réservation n° 884120 est confirmée. Table 12, samedi 21 novembre à 20h30. Digicode de l'immeuble communiqué sur place.`,
  ),
  plain(
    'es-t02',
    'Verificación completada',
    `Tu cuenta se verificó el 15/11/2026. Número de cliente 550219. Atención: 900 123 456.`,
  ),
  plain(
    'ru-t02',
    'Вход выполнен',
    `Выполнен вход в аккаунт 15.11.2026 в 14:20, IP 95.24.18.3. Если это не вы, позвоните 8 800 555-35-35. Обращение 4471209.`,
  ),
]
