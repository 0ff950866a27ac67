export type LinkKind = 'verify' | 'reset' | 'login' | 'unsubscribe' | 'other'

/** In the order they are tried: "confirm that you want to reset" is a reset, and who unsubscribes confirms nothing. */
const WORDS: readonly (readonly [Exclude<LinkKind, 'other'>, RegExp])[] = [
  [
    'unsubscribe',
    /unsubscri|opt[-_ ]?out|email[-_ ]?preferences|manage[-_ ]?(?:your[-_ ]?)?(?:subscription|preferences|notification)|list-?unsub|abmeld|abbestell|austragen|désabonn|désinscri|desabonn|désinscription|darse de baja|date de baja|dar de baja|cancelar (?:la )?(?:suscripción|subscrição|inscrição|assinatura)|descadastr|disiscri|cancella(?:ti|re)? (?:l.)?iscrizione|afmeld|uitschrijv|wypisz|zrezygnuj|anuluj subskrypcj|abonelikten|listeden çık|отпис|відпис|配信停止|配信解除|購読解除|退订|退訂|取消订阅|取消訂閱|수신 ?거부|구독 ?(?:취소|해지)|إلغاء الاشتراك|सदस्यता (?:रद्द|समाप्त)|अनसब्सक्राइब/iu,
  ],
  [
    'reset',
    /reset|forg[eo]t[-_ ]?(?:your[-_ ]?)?pass|change[-_ ]?(?:your[-_ ]?)?password|new[-_ ]password|set[-_ ]?(?:a[-_ ]new[-_ ]|your[-_ ])?password|recover|passw[a-z]*[-_ ]?(?:zurück|vergessen|ändern)|zurücksetz|réinitialis|mot de passe oublié|restablec|contraseña|redefin|recuper|reimpost|ripristin|wachtwoord|zresetuj|resetowani|odzysk|hasł[oa]|şifre(?:n|m)?[a-zı]* (?:sıfırla|yenile)|sıfırla|сброс|восстанов|скинут|скидан|віднов|再設定|リセット|重置|重設|找回密码|找回密碼|재설정|초기화|إعادة (?:تعيين|ضبط)|استعادة|रीसेट/iu,
  ],
  [
    'verify',
    /verif|confirm|validat|activat|double[-_ ]?opt|opt[-_ ]?in\b|bestätig|verifizier|aktivier|freischalt|vérif|valid(?:er|ez|ation)|activ(?:er|ez|ar|a tu|ation)|ativar|ative|conferm|attiva|bevestig|verifieer|activeer|potwierd|weryfik|aktywuj|doğrula|onayla|etkinleştir|aktifleştir|подтверд|подтвержд|активир|підтверд|підтвердж|активу|verify|確認|認証|有効化|验证|驗證|确认|確認|激活|인증|확인|활성화|تأكيد|تحقق|التحقق|تفعيل|सत्यापित|सत्यापन|पुष्टि|सक्रिय/iu,
  ],
  [
    'login',
    /log[-_ ]?in\b|sign[-_ ]?in\b|logon|magic|passwordless|einlogg|anmeld|connexion|se connecter|connectez|iniciar sesión|inicia sesión|acceder|ingresar|iniciar sessão|entrar|fazer login|acced|accesso|inlog|zaloguj|logowan|giriş|oturum aç|войти|вход|увійти|вхід|ログイン|サインイン|登录|登入|登錄|로그인|تسجيل الدخول|लॉग ?इन|साइन इन/iu,
  ],
]

const MAX_LOOKED_AT = 300

/** By the link's own words; where they say nothing ("click here") by its path, and then by the words around it. */
export function linkKind(text: string, href: string, around: string): LinkKind {
  const own = isAddress(text) ? undefined : kindOf(text)
  return own ?? kindOf(pathOf(href)) ?? (isVague(text) ? (kindOf(around) ?? 'other') : 'other')
}

function kindOf(words: string): LinkKind | undefined {
  const looked = words.slice(0, MAX_LOOKED_AT)
  return WORDS.find(([, pattern]) => pattern.test(looked))?.[0]
}

/** Without the host, which names the sender; and without values, which name anything. */
function pathOf(href: string): string {
  const [path = '', query = ''] = href.replace(/^[a-z]+:\/\/[^/?#]*/i, '').split('?', 2)
  const names = query
    .slice(0, MAX_LOOKED_AT)
    .split('&')
    .map((pair) =>
      /^(?:action|type|mode|op|do|a|cmd|event|purpose|flow)=/i.test(pair) ? pair : (pair.split('=', 1)[0] ?? ''),
    )
  return `${decode(path.slice(0, MAX_LOOKED_AT / 2))} ${names.join(' ')}`
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

function isAddress(text: string): boolean {
  return /^(?:https?:\/\/|www\.)\S*$/i.test(text)
}

/** A link that names a thing ("Our blog") is that thing, whatever is said around it. */
function isVague(text: string): boolean {
  return text === '' || isAddress(text) || VAGUE.test(text)
}

const VAGUE =
  /^\W*(?:(?:please )?click|tap|here|this link|the link|link|button|continue|get started|go|open|yes|weiter|hier|klick|ici|cliquez|aquí|haz clic|aqui|clique|qui|clicca|klik|tutaj|kliknij|tıkla|buraya|здесь|сюда|нажмите|тут|натисніть|こちら|ここ|クリック|点击|點擊|点此|这里|此處|여기|클릭|هنا|اضغط|انقر|यहाँ|यहां|क्लिक)/iu
