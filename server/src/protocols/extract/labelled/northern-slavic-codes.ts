import { both, html, type LabelledMail, plain } from './labelled-mail.ts'

export const NORTHERN_SLAVIC_CODES: readonly LabelledMail[] = [
  plain(
    'nl-c01',
    'Je verificatiecode',
    `Hoi Sanne,

Je verificatiecode is 220 719. Deze code is 15 minuten geldig.

Keizersgracht 100, 1015 AA Amsterdam, KvK 12345678`,
    '220719',
  ),
  plain('nl-c02', '83417 is je inlogcode', `Vul 83417 in om in te loggen bij Klaver.`, '83417'),
  html(
    'nl-c03',
    'Bevestig je e-mailadres',
    `<p>Welkom!</p><p>Gebruik onderstaande code om je e-mailadres te bevestigen.</p><table><tr><td>9</td><td>1</td><td>5</td><td>6</td><td>0</td><td>2</td></tr></table>`,
    '915602',
  ),
  plain(
    'nl-c04',
    'Eenmalig wachtwoord',
    `Uw eenmalig wachtwoord voor Mijn Gemeente: TQ7-P3D
Zaaknummer 2026-441209`,
    'TQ7-P3D',
  ),
  plain(
    'nl-c05',
    'Beveiligingscode',
    `Er wordt ingelogd vanaf een nieuw apparaat (Rotterdam, 145.53.10.8).
Beveiligingscode: 7 1 0 4
Was jij dit niet? Bel 0900-1234.`,
    '7104',
  ),
  plain(
    'nl-c06',
    'Wachtwoord herstellen',
    `Voer de herstelcode in binnen 30 minuten:

55301872

Groeten, team Klaver`,
    '55301872',
  ),
  plain(
    'pl-c01',
    'Twój kod weryfikacyjny',
    `Cześć Ania,

Twój kod weryfikacyjny to 719 336. Kod jest ważny 10 minut.

ul. Marszałkowska 10, 00-590 Warszawa, tel. 22 123 45 67`,
    '719336',
  ),
  plain('pl-c02', 'Kod logowania: 40218', `Wpisz kod 40218 na stronie logowania.`, '40218'),
  html(
    'pl-c03',
    'Potwierdź adres e-mail',
    `<p>Dzień dobry,</p><p>aby potwierdzić adres, przepisz poniższy kod:</p><p style="font-size:30px">81 30 97</p><p>NIP 525-000-12-34</p>`,
    '813097',
  ),
  plain(
    'pl-c04',
    'Hasło jednorazowe',
    `Hasło jednorazowe do przelewu na kwotę 1 250,00 PLN: 60071845. Rachunek ...4410.`,
    '60071845',
  ),
  plain(
    'pl-c05',
    'Resetowanie hasła',
    `Otrzymaliśmy prośbę o zresetowanie hasła.
Kod bezpieczeństwa: WL8-40C
Data: 15.11.2026, 12:07`,
    'WL8-40C',
  ),
  plain(
    'pl-c06',
    'Odbiór paczki',
    `Twoja paczka czeka w Paczkomacie WAW14M. Kod odbioru: 662041
Numer przesyłki 620009912345678901234567`,
    '662041',
  ),
  plain(
    'pl-c07',
    'Logowanie dwuetapowe',
    `Twój jednorazowy PIN

9 0 4 4

nie podawaj go nikomu`,
    '9044',
  ),
  plain(
    'tr-c01',
    'Doğrulama kodunuz',
    `Merhaba Elif,

Doğrulama kodunuz: 551 208
Kod 3 dakika geçerlidir.

Büyükdere Cad. No:15, 34394 Şişli/İstanbul - 0850 222 0 333`,
    '551208',
  ),
  plain('tr-c02', '6094 giriş kodunuz', `Hesabınıza giriş yapmak için 6094 kodunu girin.`, '6094'),
  html(
    'tr-c03',
    'E-posta adresinizi doğrulayın',
    `<p>Kaydınızı tamamlamak için aşağıdaki kodu girin:</p><div style="font-size:24px;letter-spacing:3px">48 19 20</div><p>© 2026 Lale Teknoloji A.Ş.</p>`,
    '481920',
  ),
  plain(
    'tr-c04',
    'Tek kullanımlık şifre',
    `1.250,00 TL tutarındaki işleminiz için tek kullanımlık şifreniz 83301947'dir. Kimseyle paylaşmayınız.`,
    '83301947',
  ),
  plain(
    'tr-c05',
    'Şifre sıfırlama',
    `Şifrenizi sıfırlamak için güvenlik kodu: KP5-3YZ
İstek tarihi: 15.11.2026 13:40`,
    'KP5-3YZ',
  ),
  plain(
    'tr-c06',
    'Onay kodu',
    `Onay kodunuz
7 7 1 3 0 5
Sipariş no: 4455102938`,
    '771305',
  ),
  plain(
    'ru-c01',
    'Код подтверждения',
    `Здравствуйте, Ольга!

Ваш код подтверждения: 640 217
Он действует 10 минут. Никому его не сообщайте.

ул. Ленина, д. 5, Москва, 101000, тел. 8 800 555-35-35`,
    '640217',
  ),
  plain('ru-c02', '3918 — код для входа', `Введите 3918, чтобы войти в аккаунт «Ромашка».`, '3918'),
  html(
    'ru-c03',
    'Подтвердите почту',
    `<p>Чтобы завершить регистрацию, введите этот код на сайте:</p><table><tr><td>5</td><td>0</td><td>2</td><td>2</td><td>7</td><td>9</td></tr></table><p>© 2012–2026 ООО «Ромашка»</p>`,
    '502279',
  ),
  plain(
    'ru-c04',
    'Одноразовый пароль',
    `Одноразовый пароль для подтверждения платежа на 4 500,00 руб.: 77120934. Карта *8812.`,
    '77120934',
  ),
  plain(
    'ru-c05',
    'Восстановление доступа',
    `Вы запросили восстановление пароля.

Проверочный код
TB4-92M

Запрос от 15.11.2026, 14:02, IP 95.24.18.3`,
    'TB4-92M',
  ),
  plain(
    'ru-c06',
    'Вход с нового устройства',
    `Кто-то входит в ваш аккаунт. Если это вы, введите код безопасности 118054.`,
    '118054',
  ),
  plain(
    'uk-c01',
    'Код підтвердження',
    `Вітаємо, Олено!

Ваш код підтвердження — 903 114. Він дійсний 10 хвилин.

вул. Хрещатик, 22, Київ, 01001`,
    '903114',
  ),
  plain('uk-c02', '50872 — ваш код для входу', `Введіть 50872, щоб увійти в обліковий запис.`, '50872'),
  html(
    'uk-c03',
    'Підтвердьте адресу',
    `<p>Щоб завершити реєстрацію, введіть код:</p><h1>7 1 8 8 3 0</h1><p>Підтримка: 0 800 300 400</p>`,
    '718830',
  ),
  plain('uk-c04', 'Одноразовий пароль', `Одноразовий пароль для оплати 1 999,00 грн: 4021. Картка *7710`, '4021'),
  plain(
    'uk-c05',
    'Відновлення пароля',
    `Ви попросили відновити пароль.
Код безпеки: VN3-8QA
15.11.2026 15:30`,
    'VN3-8QA',
  ),
  both(
    'uk-c06',
    'Перевірка пошти',
    `Код перевірки: 66192087`,
    `<div style="background:#66192a">Код перевірки: <b>66192087</b></div>`,
    '66192087',
  ),
]
