import assert from 'node:assert/strict'
import { test } from 'node:test'
import { extractCodes } from './extract-codes.ts'

/** Numbers that are no codes, each also in a mail that is about signing in. */
const TRAPS: Readonly<Record<string, readonly string[]>> = {
  'CSS colours': ['Background: #482913, text #00ff11', 'color:#123456; border: 1px solid #445566'],
  years: ['Copyright 2026 Acme', '© 2019-2026 Acme Inc.', 'since 1998', 'The code of 2026', 'Winter 2026'],
  dates: [
    '2026-11-15',
    '15.11.2026',
    '11/15/2026',
    '20261115',
    'Nov 15, 2026',
    '15 novembre 2026',
    '2026年11月15日',
    '15-11-2026',
  ],
  times: ['at 10:42', '10:42:07', 'um 14:30 Uhr', 'à 09h32', '14:00 - 15:30', '18.30 uur'],
  prices: [
    '$1,204.50',
    '4500 EUR',
    '€ 1500',
    '12500 руб.',
    '3 490 ₽',
    '350,000원',
    '12,800円',
    '¥29900',
    'R$ 1899',
    '₹2499',
    '1 249,00 €',
    '1250 zł',
  ],
  'phone numbers': [
    '+44 20 7946 0018',
    'Tel. 069 1234567',
    '(415) 555-0199',
    'call 0800 123456',
    '8 800 555-35-35',
    '03-1234-5678',
    'Hotline: 116 116',
    '+1 646 558 8656',
  ],
  'order numbers': [
    'Order 482913',
    'order number: 48291',
    'Bestellung 482913',
    'Commande n° 482913',
    'Pedido 482913',
    'Ordine 482913',
    'Zamówienie nr 482913',
    'Sipariş no: 482913',
    'Заказ № 482913',
    'Замовлення 482913',
    '注文番号：482913',
    '订单号 482913',
    '주문번호 482913',
    'رقم الطلب 482913',
    'ऑर्डर संख्या 482913',
    '482913 is your order number',
  ],
  'other numbers': [
    'Invoice INV-2026-0081',
    'Ticket #48213',
    'Case number 0048213',
    'Kundennummer 482913',
    'Reference: 48-2913',
    'Tracking number 1Z999AA10123456784',
    'card ending 4242',
    '**** 4242',
    'Version 4.12.0',
    'build 20931',
    'Flight TP1357',
    'Room 1204',
    'Meeting ID: 844 1029 3311',
    'IBAN DE02 1203 0000 0000 2020 51',
  ],
  postcodes: [
    '94107',
    'San Francisco, CA 94105',
    'SW1A 1AA',
    '10119 Berlin',
    '〒150-0001',
    '00-590 Warszawa',
    '1015 AA Amsterdam',
    'ZIP code 94107',
    'code postal 69002',
    'Postleitzahl 10119',
    '邮政编码 100080',
  ],
  'IP addresses': ['203.0.113.88', 'IP 10.4.0.19', '2001:db8::8a2e:370:7334'],
  'tracking ids and URLs': [
    'https://a.test/verify?code=482913',
    'http://a.test/482913',
    'www.a.test/v/482913',
    'https://a.test/c/482913?otp=119922',
    'a.test/482913',
    'maya4829@example.org',
    '[https://a.test/482913]',
    'id 6f1ed002ab5595859014ebf0951522d9',
  ],
  'other codes': [
    'promo code SAVE20',
    'discount code: SAVE2026',
    'Gutscheincode HERBST15',
    'code promo HIVER25',
    'código de descuento FIBRA50',
    'kod rabatowy JESIEN15',
    'промокод OSEN25',
    'クーポンコード FUYU2026',
    '优惠码 SPRING88',
    '할인 코드 GAEUL15',
    'error code 50012',
    'area code 3066',
    'country code 0049',
    'sort code 20-45-77',
    'QR code 4471',
    'bar code 4006381',
    'dress code 2026',
    'gift card code XJ4K-99QP',
    'source code 4471',
    'status code 5031',
    'product code 4471209',
    'tax code 1257L',
  ],
  quantities: [
    'in 1440 minutes',
    '3500 points',
    '48213 kWh',
    '2048 followers',
    '1500 g flour',
    '12000명',
    '25000 %',
    '120000 users',
  ],
}

const AROUND: readonly ((trap: string) => string)[] = [
  (trap) => trap,
  (trap) => `Hello,\n\nhere is your summary.\n\n${trap}\n\nBest regards`,
  (trap) => `Someone signed in to your account. If it was you, there is nothing to do.\n\n${trap}\n`,
]

for (const [what, traps] of Object.entries(TRAPS)) {
  test(`never a code: ${what}`, () => {
    for (const trap of traps) {
      for (const around of AROUND) {
        const text = around(trap)
        assert.deepEqual(extractCodes({ subject: 'Your account', text, html: '', htmlText: '' }), [], text)
      }
    }
  })
}

test('what stands beside a code does not take its place', () => {
  for (const traps of Object.values(TRAPS)) {
    for (const trap of traps) {
      const text = `Your verification code is 731 064.\n\n${trap}\n`
      const codes = extractCodes({ subject: 'Your code', text, html: '', htmlText: '' })
      assert.deepEqual(
        codes.map(({ value }) => value),
        ['731064'],
        text,
      )
    }
  }
})
