import assert from 'node:assert/strict'
import { test } from 'node:test'
import { extractLinks } from './extract-links.ts'

const ofHtml = (html: string) => extractLinks({ text: '', html })
const ofText = (text: string) => extractLinks({ text, html: '' })
const hrefs = (text: string) => ofText(text).map(({ href }) => href)

test('HTML links have the text one sees', () => {
  assert.deepEqual(
    ofHtml(`<p>Hi</p><a href="https://a.test/v?x=1&amp;y=2"><b>Verify</b> <span>your&nbsp;email</span> &amp; go</a>
      <a href='http://a.test/p'><img src="x.png" alt="Our shop"></a>
      <a href=https://a.test/u>Unsubscribe</a><a href="mailto:a@b.test">mail</a><a href="javascript:x()">js</a><a name="t">no</a>`),
    [
      { href: 'https://a.test/v?x=1&y=2', text: 'Verify your email & go', kind: 'verify' },
      { href: 'http://a.test/p', text: 'Our shop', kind: 'other' },
      { href: 'https://a.test/u', text: 'Unsubscribe', kind: 'unsubscribe' },
    ],
  )
})

test('plain text gives its addresses without the punctuation around them', () => {
  assert.deepEqual(
    hrefs(`See https://a.test/one. Or (https://a.test/two), <https://a.test/three>, "https://a.test/four"!
      https://a.test/wiki/x_(y) and (see https://a.test/wiki/z_(y)), [https://a.test/five]; www.a.test/six?
      请访问https://a.test/seven。谢谢 ftp://a.test/no https:// http://`),
    [
      'https://a.test/one',
      'https://a.test/two',
      'https://a.test/three',
      'https://a.test/four',
      'https://a.test/wiki/x_(y)',
      'https://a.test/wiki/z_(y)',
      'https://a.test/five',
      'http://www.a.test/six',
      'https://a.test/seven',
    ],
  )
})

test('each address once, the HTML first, redirects as they are', () => {
  const tracked = 'https://t.test/ls/click?upn=u001.aHR0cHM6Ly9hLnRlc3Q-2F'
  const links = extractLinks({
    text: `Confirm [${tracked}].\n\nNews: https://a.test/only-in-text`,
    html: `<a href="${tracked}">Confirm your address</a>`,
  })
  assert.deepEqual(links, [
    { href: tracked, text: 'Confirm your address', kind: 'verify' },
    { href: 'https://a.test/only-in-text', text: '', kind: 'other' },
  ])
})

const KINDS: Readonly<Record<string, readonly string[]>> = {
  verify: [
    'Verify email',
    'E-Mail-Adresse bestätigen',
    'Confirmer mon adresse',
    'Verificar correo',
    'Confirmar e-mail',
    'Conferma indirizzo',
    'E-mailadres bevestigen',
    'Potwierdź adres',
    'E-postayı doğrula',
    'Подтвердить почту',
    'Підтвердити адресу',
    'メールアドレスを確認する',
    '验证邮箱',
    '이메일 인증하기',
    'تأكيد البريد',
    'ईमेल सत्यापित करें',
  ],
  reset: [
    'Reset password',
    'Passwort zurücksetzen',
    'Réinitialiser le mot de passe',
    'Restablecer contraseña',
    'Redefinir senha',
    'Reimposta la password',
    'Wachtwoord herstellen',
    'Zresetuj hasło',
    'Şifreyi sıfırla',
    'Сбросить пароль',
    'Скинути пароль',
    'パスワードを再設定',
    '重置密码',
    '비밀번호 재설정',
    'إعادة تعيين كلمة المرور',
    'पासवर्ड रीसेट करें',
  ],
  login: [
    'Log in',
    'Sign in to Acme',
    'Jetzt einloggen',
    'Se connecter',
    'Iniciar sesión',
    'Iniciar sessão',
    'Accedi',
    'Inloggen',
    'Zaloguj się',
    'Giriş yap',
    'Войти',
    'Увійти',
    'ログイン',
    '登录',
    '로그인',
    'تسجيل الدخول',
    'लॉग इन करें',
  ],
  unsubscribe: [
    'Unsubscribe',
    'Abmelden',
    'Se désabonner',
    'Darse de baja',
    'Cancelar inscrição',
    'Disiscriviti',
    'Afmelden',
    'Wypisz się',
    'Abonelikten çık',
    'Отписаться',
    'Відписатися',
    '配信停止',
    '退订',
    '수신 거부',
    'إلغاء الاشتراك',
    'सदस्यता रद्द करें',
  ],
  other: [
    'Our blog',
    'View order',
    'Impressum',
    'Boutique',
    'Tienda',
    'Sklep',
    'Магазин',
    'ホーム',
    '首页',
    '홈',
    'الرئيسية',
    'होम',
    'Download the app',
    'Privacy policy',
  ],
}

for (const [kind, texts] of Object.entries(KINDS)) {
  test(`kind by the link's words: ${kind}`, () => {
    for (const text of texts) assert.equal(ofHtml(`<a href="https://a.test/x">${text}</a>`)[0]?.kind, kind, text)
  })
}

test('kind by the path, and by the words around where the link says nothing', () => {
  const kind = (text: string) => ofText(text)[0]?.kind
  assert.equal(kind('https://a.test/verify-email/8f3b'), 'verify')
  assert.equal(kind('https://a.test/password_reset/8f3b'), 'reset')
  assert.equal(kind('https://a.test/login?next=/verify'), 'login')
  assert.equal(kind('https://a.test/?action=unsubscribe'), 'unsubscribe')
  assert.equal(kind('To confirm your address, open https://a.test/x/8f3b'), 'verify')
  assert.equal(kind('https://verify.test/about'), 'other')
  assert.equal(ofHtml('<p>Reset your password <a href="https://a.test/8">here</a></p>')[0]?.kind, 'reset')
  assert.equal(ofHtml('<p>Reset your password.</p><a href="https://a.test/8">Our blog</a>')[0]?.kind, 'other')
})

test('what is handed on is bounded and plays no tricks', () => {
  const many = Array.from({ length: 300 }, (_, n) => `<a href="https://a.test/${n}">${'x'.repeat(900)}</a>`).join('')
  const links = ofHtml(many)
  assert.equal(links.length, 200)
  assert.ok(links.every(({ text }) => text.length <= 500))
  assert.deepEqual(ofHtml(`<a href="https://a.test/${'a'.repeat(5000)}">x</a>`), [])
  assert.deepEqual(ofHtml('<a href="https://a.test/\u202ex">a\u202eb\u0007c</a>'), [
    { href: 'https://a.test/x', text: 'abc', kind: 'other' },
  ])
})
