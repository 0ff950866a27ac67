import { both, html, type LabelledMail, plain } from './labelled-mail.ts'

/** Mails that speak of codes, or look as if they held one. */
export const TRAPS: readonly LabelledMail[] = [
  plain(
    'en-t01',
    'Your discount code inside',
    `Use discount code SAVE20 at checkout for 20% off until 30 November 2026.`,
  ),
  plain(
    'en-t02',
    '15% off with code WINTER26',
    `Our winter sale is on. Enter promo code WINTER26 at checkout.

Terms: minimum spend $50. Ends 12/31/2026.`,
  ),
  plain('en-t03', 'Update on your address', `Please check the ZIP code of your delivery address: 94107. Is it right?`),
  plain('en-t04', 'Dialling to Berlin', `The country code is 0049 and the area code is 3066. Then dial 112233.`),
  plain('en-t05', 'Error code 50012', `The job stopped with error code 50012. See the log of 2026-11-15 for details.`),
  plain('en-t06', 'Code of conduct 2026', `The code of conduct 2026 is now in force. Please read pages 1204 to 1219.`),
  plain('en-t07', 'Dress code for Saturday', `Dress code: black tie. Doors open at 1900, dinner at 2000. Table 1204.`),
  plain('en-t08', 'Your QR code ticket', `Show the QR code at the gate. Ticket no. 5510293, Block C, seat 114.`),
  plain(
    'en-t09',
    'Code review requested: #48213',
    `maya requested your review on pull request #48213: fix status code 404 handling (+1204 -338).`,
  ),
  plain(
    'en-t10',
    'Snippet',
    `const timeout = 30000
const retries = 1234
if (code === 404040) throw new Error('E4711')
// colour: #482913`,
  ),
  plain('en-t11', 'Bar code problem', `The bar code 4006381333931 does not scan. Item 482913, shelf 1204.`),
  plain('en-t12', 'Sort code change', `Our new sort code is 20-45-77 and the account number 55779911.`),
  plain('en-t13', 'SWIFT code', `Our bank's SWIFT code: DEUTDEFF500. Amount 12500.00 EUR.`),
  plain(
    'en-t14',
    'Codes are on their way',
    `We have sent a verification code to your phone ending 4471. It expires in 10 minutes.`,
  ),
  plain(
    'en-t15',
    'Your code was used',
    `Your verification code was used at 10:14 on 15/11/2026 from 203.0.113.88. If it was not you, call 0800 123456.`,
  ),
  html(
    'en-t16',
    'Brand colours',
    `<p>Colour code for the logo: #482913, and for the text: #336699. RAL 9010 for the van.</p>`,
  ),
  plain(
    'en-t17',
    'Source code 2.0.1',
    `Source code for release 20261115 is out. Checksum 9f86d081884c. Build code name: FALCON.`,
  ),
  plain(
    'en-t18',
    'Gift card from Ana',
    `Ana sent you a gift card worth $50. Gift card code: XJ4K-99QP-11TT. Redeem it at checkout.`,
  ),
  plain('en-t19', 'Your voucher', `Voucher code BDAY2026, valid for your birthday month. One per customer.`),
  plain('en-t20', 'Refer a friend', `Share your referral code MAYA482 and both of you get 10 euros.`),
  plain(
    'en-t21',
    'Security report 2026',
    `Security events this year: 482913. Code scanning alerts: 1204. Two-factor adoption 88%.`,
  ),
  html(
    'en-t22',
    'Login from link only',
    `<p>Use the button to log in. No code needed.</p><a href="https://x.test/login?otp=482913">Log in</a><p>https://x.test/login?otp=482913</p>`,
  ),
  plain(
    'en-t23',
    'Building entrance',
    `The building code of 2019 (section 1204) requires a second exit. The fire code 5510 too.`,
  ),
  plain('en-t24', 'Your postcode area', `We now deliver to postcode SW1A 1AA. Delivery fee 4.99.`),
  plain(
    'en-t25',
    'Course code MATH1041',
    `You are enrolled in course code MATH1041, room 2204, starting 11 January 2027.`,
  ),
  plain('en-t26', 'Product code 4471209', `The product code 4471209 is back in stock. Order by 18:00.`),
  plain(
    'en-t27',
    'Never share your OTP',
    `Fraud warning: we will never ask for your OTP or PIN. In 2025 our customers lost 3400000 pounds to such calls. Call 159 if unsure.`,
  ),
  plain(
    'en-t28',
    'Status code 200?',
    `GET /v1/items returned status code 2000 in 1532 ms on 10.0.0.8. Correlation id 77120034.`,
  ),
  plain(
    'en-t29',
    'How to use two-step verification',
    `1. Open Settings (version 14.2 or later).
2. Tap Security.
3. You will receive a 6-digit verification code by SMS.
Read more in article 201487.`,
  ),
  plain('en-t30', 'Tax code notice', `Your tax code for 2026 is 1257L. Employer reference 120/AB4471.`),
  plain(
    'en-t31',
    'Hotel booking confirmed',
    `Confirmation number: 3381720045. Check-in 20 Nov 2026 from 15:00. Total 412.00 EUR. Reservation code HTL48213.`,
  ),
  plain(
    'en-t32',
    'Airport code quiz',
    `Which airport has the code LISB? It opened in 1942 and served 33000000 passengers in 2024.`,
  ),
  plain('en-t33', 'Your Morse code course', `Morse code lesson 1204 is online. 20 words per minute by 2027!`),
  both(
    'en-t34',
    'Order 482913 confirmed',
    `Order 482913 confirmed. Thank you!`,
    `<h1>482913</h1><p>is your order number. Thank you for shopping.</p>`,
  ),
  plain(
    'en-t35',
    'Return authorization',
    `Your return authorization number is RMA-88213. Write it on the parcel. Ship to 4400 Dock Rd, Reno, NV 89501.`,
  ),
  plain('en-t36', 'Case 00912833', `Your case number is 00912833. Our security team will answer within 2 days.`),
  plain(
    'de-t01',
    'Ihr Gutscheincode',
    `Ihr Gutscheincode HERBST15 ist bis 30.11.2026 gültig. Mindestbestellwert 40 €.`,
  ),
  plain(
    'de-t02',
    'Postleitzahl fehlt',
    `Bitte prüfen Sie die Postleitzahl 10119 und die Vorwahl 030. Kundencode 55102.`,
  ),
  plain('de-t03', 'Fehlercode 4711', `Die Maschine meldet Fehlercode 4711 seit 14:20 Uhr.`),
  plain(
    'fr-t01',
    'Code promo',
    `Avec le code promo HIVER25, -25 % jusqu'au 31/12/2026. Code postal de livraison : 69002.`,
  ),
  plain(
    'fr-t02',
    'Code de la route 2026',
    `Le code de la route 2026 change : 1500 euros d'amende. Numéro vert 0 800 123 456.`,
  ),
  plain('es-t01', 'Código postal', `Su código postal 28013 ya tiene fibra. Código de descuento: FIBRA50.`),
  plain('pt-t01', 'Cupom', `Use o código promocional VERAO10 na sua próxima compra acima de R$ 150. CEP 01310-100.`),
  plain(
    'it-t01',
    'Codice fiscale',
    `Il suo codice fiscale RSSMRA80A01H501U è corretto. Codice sconto: NATALE10. Codice cliente 8800123.`,
  ),
  plain('nl-t01', 'Kortingscode', `Met kortingscode LENTE20 krijg je 20% korting. Postcode 1015 AA.`),
  plain('pl-t01', 'Kod rabatowy', `Twój kod rabatowy: JESIEN15. Kod pocztowy 00-590. Ważny do 30.11.2026.`),
  plain('tr-t01', 'İndirim kodu', `KIS2026 indirim kodu ile %20 indirim. Posta kodu 34394.`),
  plain('ru-t01', 'Промокод', `Ваш промокод OSEN25 действует до 30.11.2026. Почтовый индекс 101000, код города 495.`),
  plain('uk-t01', 'Промокод на знижку', `Промокод ZYMA2026 дає знижку 10 %. Поштовий індекс 01001.`),
  plain('ja-t01', 'クーポンコード', `クーポンコード：FUYU2026 で10%オフ。郵便番号 150-0001。商品コード 4471209`),
  plain('zh-t01', '优惠码', `使用优惠码 SPRING88 立减20元。邮政编码 100080，商品代码 4471209。`),
  plain('ko-t01', '할인 코드', `할인 코드 GAEUL15 를 사용하면 15% 할인. 우편번호 06133.`),
  plain('ar-t01', 'كود الخصم', `استخدم كود الخصم SHITA20 واحصل على خصم 20٪. الرمز البريدي 12345.`),
  plain('hi-t01', 'डिस्काउंट कोड', `डिस्काउंट कोड DIWALI26 से 26% छूट। पिन कोड 110001।`),
]
