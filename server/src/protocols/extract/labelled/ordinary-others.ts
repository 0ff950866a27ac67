import { html, type LabelledMail, plain } from './labelled-mail.ts'

/** The same in the other languages. */
export const ORDINARY_OTHERS: readonly LabelledMail[] = [
  plain(
    'de-n01',
    'Ihre Rechnung Nr. 2026-4471',
    `Sehr geehrte Damen und Herren,

anbei die Rechnung Nr. 2026-4471 über 1.899,00 €. Kundennummer 30481. Zahlbar bis 30.11.2026.
USt-IdNr. DE123456789`,
  ),
  plain(
    'de-n02',
    'Versandbestätigung',
    `Ihre Bestellung 88120934 ist unterwegs. Sendungsnummer: 00340434161094042557. Zustellung am 17.11.2026 zwischen 10 und 12 Uhr.`,
  ),
  plain(
    'de-n03',
    'Bestätige deine E-Mail-Adresse',
    `Klicke auf den Link, um deine Adresse zu bestätigen: https://app.test/b/481920

Der Link ist 24 Stunden gültig.`,
  ),
  plain(
    'de-n04',
    'Einladung zum Sommerfest 2027',
    `Am 12.06.2027 ab 15:00 Uhr in der Hauptstraße 1204, 50667 Köln. Anmeldung unter 0221 445566.`,
  ),
  plain(
    'fr-n01',
    'Votre facture n° 20261188',
    `Bonjour,
Montant TTC : 1 249,00 €. Échéance le 30/11/2026. Référence client 550912.`,
  ),
  plain(
    'fr-n02',
    'Votre commande est expédiée',
    `Commande 40418827, numéro de suivi 6A12345678901. Livraison prévue mercredi 18 novembre entre 9h et 13h.`,
  ),
  html(
    'fr-n03',
    'Lettre de novembre',
    `<h1>Les nouvelles du quartier</h1><p>Le marché de Noël ouvre le 27/11/2026. 3500 visiteurs l'an dernier !</p><p style="color:#336699">Mairie du 5e, 75005 Paris</p>`,
  ),
  plain(
    'es-n01',
    'Tu pedido está en camino',
    `Pedido 300412298. Llega el 18/11/2026. Número de seguimiento ES10293847561. Total: 59,90 €`,
  ),
  plain(
    'es-n02',
    'Recordatorio de cita',
    `Su cita es el martes 17 de noviembre de 2026 a las 10:15 en la consulta 1204. Teléfono 912 345 678.`,
  ),
  plain(
    'es-n03',
    'Restablece tu contraseña',
    `Haz clic aquí para restablecer tu contraseña: https://girasol.test/r/330471. El enlace caduca en 60 minutos.`,
  ),
  plain(
    'pt-n01',
    'Sua fatura fechou',
    `Sua fatura de novembro fechou em R$ 1.204,55. Vencimento 25/11/2026. Final do cartão 4410.`,
  ),
  plain(
    'pt-n02',
    'Pedido enviado',
    `O pedido 7712039 saiu para entrega. Código de rastreio: BR123456789PT. Previsão: 18/11.`,
  ),
  plain(
    'it-n01',
    'Conferma d’ordine 2026/8812',
    `Grazie! Ordine 2026/8812, totale 149,00 €. Consegna prevista: 19 novembre 2026. CAP 20121 Milano.`,
  ),
  plain(
    'it-n02',
    'Promemoria',
    `La riunione di condominio è fissata per il 20/11/2026 alle 18:30, via Roma 1500. Spesa prevista 12000 euro.`,
  ),
  plain(
    'nl-n01',
    'Je bestelling is onderweg',
    `Bestelnummer 40012983, track & trace 3SABCD123456789. Bezorging morgen tussen 12:00 en 14:00.`,
  ),
  plain(
    'nl-n02',
    'Factuur 20260441',
    `Bedrag € 302,50, te betalen voor 30-11-2026 op NL91 ABNA 0417 1643 00. Klantnummer 88123.`,
  ),
  plain(
    'pl-n01',
    'Potwierdzenie zamówienia',
    `Zamówienie nr 5501928 na kwotę 249,99 zł przyjęte 15.11.2026. Dostawa: ul. Długa 1500, 31-147 Kraków.`,
  ),
  plain(
    'pl-n02',
    'Faktura 1204/2026',
    `W załączeniu faktura 1204/2026. Termin płatności 29.11.2026. NIP 525-000-12-34.`,
  ),
  plain(
    'tr-n01',
    'Siparişiniz kargoda',
    `Sipariş numarası 4455102938, kargo takip no 7712 0034 5566. Tutar 1.299,90 TL.`,
  ),
  plain('tr-n02', 'Fatura', `Kasım 2026 faturanız 412,80 TL. Son ödeme tarihi 30.11.2026. Abone no 8812034.`),
  plain(
    'ru-n01',
    'Ваш заказ отправлен',
    `Заказ № 8812034 передан в доставку. Трек-номер 80080512345678. Сумма 3 490 ₽. Ожидайте 18.11.2026.`,
  ),
  plain('ru-n02', 'Счёт за ноябрь', `Счёт № 4471 от 15.11.2026 на сумму 12500 руб. ИНН 7701234567.`),
  plain(
    'ru-n03',
    'Подтвердите адрес',
    `Перейдите по ссылке, чтобы подтвердить адрес: https://romashka.test/c/640217. Ссылка действует 24 часа.`,
  ),
  plain(
    'uk-n01',
    'Замовлення прямує до вас',
    `Замовлення 5519203, ТТН 20450912345678. До сплати 1 250 грн. Відділення № 12, Львів, 79000.`,
  ),
  plain('uk-n02', 'Рахунок', `Рахунок № 10482 за листопад 2026 року: 845,20 грн. Сплатіть до 30.11.2026.`),
  plain(
    'ja-n01',
    'ご注文の確認',
    `注文番号：250-1182733-4471209
合計：12,800円
お届け予定日：2026年11月18日
〒530-0001 大阪市北区梅田1-1`,
  ),
  plain(
    'ja-n02',
    '会議のご案内',
    `11月20日（金）14:00～15:30　会議室1204
参加者：25名　資料は20261115版をご覧ください。`,
  ),
  plain('zh-n01', '订单已发货', `您的订单 2026111588123 已发货，运单号 YT7712003455，预计11月18日送达。合计 ¥299.00。`),
  plain('zh-n02', '十一月账单', `您尾号4410的信用卡本期应还 3,204.55 元，最后还款日 2026-12-05。`),
  plain(
    'ko-n01',
    '주문이 발송되었습니다',
    `주문번호 20261115-0088123, 송장번호 620012345678. 결제금액 45,000원. 배송 예정일 11월 18일.`,
  ),
  plain(
    'ko-n02',
    '11월 소식지',
    `구독자 12000명 돌파! 2026년 11월 20일 오후 7시 모임, 참가비 15000원, 문의 02-1234-5678.`,
  ),
  plain(
    'ar-n01',
    'تم شحن طلبك',
    `رقم الطلب 88120934، رقم التتبع 7712003455. المبلغ 349.00 ريال. التسليم يوم 18/11/2026.`,
  ),
  plain('ar-n02', 'فاتورة نوفمبر', `قيمة الفاتورة ٤٥٠ ريال، تاريخ الاستحقاق ٣٠/١١/٢٠٢٦، رقم العميل ٥٥٠٢١.`),
  plain('hi-n01', 'आपका ऑर्डर भेज दिया गया है', `ऑर्डर संख्या 402-1182733-8812034। कुल ₹1,249.00। डिलीवरी 18 नवंबर 2026 तक।`),
  plain('hi-n02', 'बिजली का बिल', `बिल राशि ₹2,310, देय तिथि 30/11/2026, उपभोक्ता संख्या 55021883।`),
]
