import assert from 'node:assert/strict'
import { test } from 'node:test'
import { extractCodes } from './extract-codes.ts'

/** Two sentences for each language: one that names the code, one that asks for it to be typed. */
const SENTENCES: Readonly<Record<string, readonly [named: string, typed: string]>> = {
  English: ['Your verification code is {}.', 'Enter the code {} to sign in.'],
  German: ['Ihr Bestätigungscode lautet {}.', 'Geben Sie den Code {} ein, um sich anzumelden.'],
  French: ['Votre code de vérification est {}.', 'Saisissez le code {} pour vous connecter.'],
  Spanish: ['Tu código de verificación es {}.', 'Introduce el código {} para iniciar sesión.'],
  Portuguese: ['O seu código de verificação é {}.', 'Digite o código {} para entrar.'],
  Italian: ['Il tuo codice di verifica è {}.', 'Inserisci il codice {} per accedere.'],
  Dutch: ['Je verificatiecode is {}.', 'Vul de code {} in om in te loggen.'],
  Polish: ['Twój kod weryfikacyjny to {}.', 'Wpisz kod {}, aby się zalogować.'],
  Turkish: ['Doğrulama kodunuz: {}.', 'Giriş yapmak için {} kodunu girin.'],
  Russian: ['Ваш код подтверждения: {}.', 'Введите код {}, чтобы войти.'],
  Ukrainian: ['Ваш код підтвердження: {}.', 'Введіть код {}, щоб увійти.'],
  Japanese: ['認証コードは {} です。', 'ログインするにはコード「{}」を入力してください。'],
  Chinese: ['您的验证码是{}。', '请输入验证码 {} 以登录。'],
  Korean: ['인증번호는 {} 입니다.', '로그인하려면 코드 {}을(를) 입력하세요.'],
  Arabic: ['رمز التحقق الخاص بك هو {}.', 'أدخل الرمز {} لتسجيل الدخول.'],
  Hindi: ['आपका सत्यापन कोड {} है।', 'लॉगिन करने के लिए कोड {} दर्ज करें।'],
}

const SHAPES: Readonly<Record<string, string>> = {
  '4712': '4712',
  '30581': '30581',
  '482913': '482913',
  '3304817': '3304817',
  '90341275': '90341275',
  '482 913': '482913',
  '48 29 13': '482913',
  '4829 1375': '48291375',
  '482-913': '482913',
  '4 8 2 9 1 3': '482913',
  'ABC-123': 'ABC-123',
  'K7X-P2M': 'K7X-P2M',
  XK7P2M: 'XK7P2M',
  '7f3a9c': '7f3a9c',
  '４８２９１３': '482913',
  '٤٨٢٩١٣': '482913',
  '४८२९१३': '482913',
}

for (const [language, sentences] of Object.entries(SENTENCES)) {
  test(`${language}: every shape, named and asked for`, () => {
    for (const sentence of sentences) {
      for (const [written, value] of Object.entries(SHAPES)) {
        const text = sentence.replace('{}', written)
        const [code] = extractCodes({ subject: '', text, html: '', htmlText: '' })
        assert.equal(code?.value, value, text)
        assert.ok(code.confidence >= 0.8, `${text}: ${code.confidence}`)
        const [fromSubject] = extractCodes({ subject: text, text: '', html: '', htmlText: '' })
        assert.equal(fromSubject?.value, value, `subject: ${text}`)
        assert.equal(fromSubject.source, 'subject')
      }
    }
  })
}
