/**
 * What a word says about a number near it.
 * one-time: it is a code for one use. code: it is some code. half: it may be. topic: the mail is about proving who one is.
 * action: what stands here is to be typed. qualifier: a code of another kind ("promo").
 * number: some number, which a topic makes one for one use. owner: the number belongs to it.
 */
export type KeywordKind = 'one-time' | 'code' | 'half' | 'topic' | 'action' | 'qualifier' | 'number' | 'owner'

/**
 * Lower case, parted by `|`. In scripts with spaces an entry is a whole word or, with `*`, how a word begins; in the others
 * it is found anywhere. The longest entry wins, so `promo code` is seen before `code`.
 */
export const KEYWORDS: Readonly<Record<KeywordKind, readonly string[]>> = {
  'one-time': [
    'otp|otps|passcode|passcodes|one-time|one time password|one time code|single-use code|single use code|2fa|mfa code|mtan|mobiletan|tan|temporary password|initial password|temporary pin|verification number|security number|anti-fraud code|guard code|number to enter|magic code|pin-code',
    'initialpasswort|startpasswort|einmalpasswort|einmal-passwort|einmalcode|einmalkennwort|einmalige*|temporäres passwort|temporäre pin|sicherheitsschlüssel|prüfnummer|bestätigungsnummer|einmal-pin',
    'usage unique|mot de passe temporaire|code secret|code à usage|numéro de vérification|mot de passe provisoire',
    'un solo uso|único uso|clave dinámica|clave temporal|contraseña temporal|clave de un*|número de verificación|token de seguridad|clave de acceso|uso único|contraseña dinámica',
    'senha temporária|código único|palavra-passe temporária|token de segurança|senha provisória|utilização única|senha de uso|chave de segurança',
    'monouso|usa e getta|password temporanea|codice segreto|password provvisoria|una sola volta',
    'eenmalig wachtwoord|eenmalige*|tijdelijk wachtwoord|tijdelijke pin',
    'jednorazow*|hasło tymczasowe|tymczasowe hasło|tymczasowy pin',
    'tek kullanımlık*|tek seferlik*|geçici şifre*|sms şifre*|onay numara*|geçici parola*',
    'одноразов*|временный пароль|проверочн* код*|проверочный код|проверочного кода|временный код',
    'одноразов*|тимчасовий пароль|перевірочний код',
    '認証コード|認証番号|確認コード|確認番号|ワンタイム|検証コード|セキュリティコード|ログインコード|暗証番号|本人確認コード|パスコード|認証キー|認証用コード|二段階認証コード|アクセスコード|承認番号|承認コード',
    '验证码|驗證碼|校验码|校驗碼|动态码|動態碼|动态密码|動態密碼|一次性密码|一次性密碼|一次性代码|安全码|安全碼|确认码|確認碼|认证码|認證碼|登录码|登入碼|登录代码|登入代碼|验证代码|驗證代碼|激活码|啟用碼|启用码|取件码|取件碼|识别码|提货码|口令|授权码|授權碼|随机码|临时密码|臨時密碼|短信码|安全代码|安全代碼|验证号码',
    '인증번호|인증 번호|인증코드|인증 코드|확인코드|확인 코드|보안코드|보안 코드|일회용|로그인 코드|로그인코드|임시 비밀번호|임시비밀번호|확인번호|확인 번호|승인번호|승인 번호|보안번호|접속 코드|접속코드|본인확인 번호|인증키',
    'رمز التحقق|رمز التأكيد|رمز الأمان|رمز الدخول|رمز التفعيل|رمز المرور|كود التحقق|كود التفعيل|كود التأكيد|لمرة واحدة|رمز تسجيل|رمز الوصول|رمز المصادقة|رمز إعادة|الرقم السري|كلمة مرور مؤقتة|كلمة المرور المؤقتة|رقم التحقق|رمز سري|رمز تحقق|كود تحقق|رمز التوثيق',
    'ओटीपी|वन टाइम|वन-टाइम|एक बार|सत्यापन कोड|सुरक्षा कोड|पुष्टिकरण कोड|सत्यापन संख्या|एकमुश्त|पासकोड|अस्थायी पासवर्ड|पुष्टि कोड|लॉगिन कोड|एक्सेस कोड',
  ],
  code: [
    'code|codes|pin|pins|token|kode|security key',
    'kennwort-code|zahlencode|kennzahl',
    'su clave|tu clave|la clave|código|códigos|codigo|codigos|codice|codici',
    'kod|kodu|kodem|kody|kodzie|kodunuz*|kodun|kodunu|kodumuz|koduyla|kodunuzu|kodları',
    'код|кода|кодом|коду|коды|коди|пин|пін|пин-код*|пін-код*|пинкод*',
    'コード|ピンコード|pin番号|代码|代碼|코드|핀번호|핀 번호|رمز|الرمز|كود|الكود|رمزك|कोड|पिन',
  ],
  half: [
    'authorization code|authorisation code|auth code|approval code|código de autorización|código de autorização|codice di autorizzazione|codice autorizzazione|here it is|here you go|voilà|hier ist er|aquí está|aquí lo tienes|ecco qui|key|digits|number sequence|password|ziffern|kennwort|schlüssel|zahlenfolge|chiffres|clé|clave|cifras|dígitos|contraseña|senha|chave|algarismos|cifre|chiave|cijfers|sleutel|cyfry|cyfr|hasło|klucz|şifre*|parola*|rakam*|haneli|цифр*|пароль|ключ|数字|數字|パスワード|密码|密碼|숫자|비밀번호|أرقام|الأرقام|كلمة المرور|كلمة السر|अंक|अंकों|पासवर्ड',
  ],
  topic: [
    "verif*|confirm*|authent*|authoriz*|authoris*|sign in|sign-in|signin|signing in|sign up|sign-up|signing up|log in|log-in|login|logging in|logon|secur*|access|activat*|recover*|recovery|reset|registration|register|enrol*|enrollment|approv*|two-factor|two-step|2-step|two step|pairing|identity|unlock*|new device|invite|invitation|user|device|temporary|collection|pickup|pick-up|delivery pin|withdrawal|link your|don't share|do not share|never share|not share|do not disclose|did not request|didn't request|not requested|ignore this|minutes|valid for|expires in",
    'vorläufig*|temporär*|provisoire|temporaire|temporal|provisório|temporário|temporaneo|tijdelijk*|tymczasow*|geçici*|временн*|тимчасов*|临时|臨時|임시|مؤقت|अस्थायी',
    'minuten|minutos|minuti|minut|dakika|минут*|хвилин*|分以内|分間|分钟|分鐘|분 안|분간|دقائق|دقيقة|دقائق|मिनट|nicht weiter*|niemandem|à personne|con nadie|com ninguém|con nessuno|met niemand|nikomu|kimseyle|никому|нікому|勿泄露|教えないで|공유하지|لا تشارك|साझा न',
    'bestätig*|anmeld*|verifizier*|sicherheit*|zugang*|freischalt*|aktivier*|zurücksetz*|einlogg*|registrier*|identifi*|legitim*|zwei-faktor*|wiederherstell*|authentifizier*|abhol*',
    'vérif*|connexion|connecter|sécurité|accès|activ*|réinitialis*|récupér*|identifi*|inscription|valid*|retrait',
    'verificación|verificar|acceso|acceder|seguridad|iniciar sesión|inicio de sesión|restablec*|recuper*|registro|identidad|firma|autoriz*|autentic*|retiro|recogida|desbloque*',
    'verificação|acesso|segurança|iniciar sessão|início de sessão|entrar|redefin*|cadastro|confirma*|autentica*|ativa*|desbloque*|retirada',
    'verifica*|conferm*|accesso|accedere|sicurezza|reimpost*|ripristin*|registrazion*|attiva*|autenticazion*|autorizz*|ritiro',
    'bevestig*|inlog*|inloggen|toegang*|beveilig*|aanmeld*|herstel*|activeer*|activer*|verifieer*|ophaal*',
    'weryfik*|potwierd*|logowani*|zalog*|bezpieczeń*|dostęp*|autoryz*|aktywac*|rejestrac*|odzysk*|uwierzyteln*|odbioru|odbiór',
    'doğrula*|onay*|giriş*|güvenli*|aktivasyon*|etkinleş*|kimlik*|kayıt*|sıfırla*|kurtarma*|erişim*|oturum*|teslimat kod*',
    'подтвер*|вход*|войти|авториз*|безопасн*|доступ*|активац*|восстанов*|регистрац*|проверк*|провероч*|аутентиф*|сброс*|верифик*|получени*',
    'підтвер*|вхід|входу|увійти|автори*|безпек*|активац*|віднов*|реєстрац*|перевір*|автентиф*|скидан*|верифік*|отримання',
    '認証|ログイン|本人確認|セキュリティ|再設定|登録|サインイン|有効化|验证|驗證|登录|登入|登錄|安全|重置|注册|註冊|激活|身份|인증|로그인|본인|보안|재설정|가입|확인|التحقق|تسجيل الدخول|تأكيد|الأمان|التفعيل|إعادة تعيين|المصادقة|الدخول|تفعيل|للدخول|لتسجيل|تأكيد|استعادة|التسجيل|सत्यापन|सत्यापित|लॉगिन|सुरक्षा|पुष्टि|रीसेट|पंजीकरण|प्रमाणीकरण|साइन इन|डिलीवरी के समय',
  ],
  action: [
    'enter|enters|type in|type|input|use|using|copy|paste|typing|entering|into the box|key in|punch in|fill in|put in|put|pop|submit|provide|reply with|the number',
    'gib|gebt|geben sie|eingeb*|eingib*|einzugeben|eintipp*|verwende*|nutze*|tippe*|trage|tragen sie|eintrag*',
    'saisi*|entrez|entrer|utilisez|tapez|taper|composez|indiquez|recopi*|renseign*|reportez',
    'introdu*|ingres*|escrib*|usa|utiliza|utilice|tecle*|pon|marca',
    'digit*|insira|inserir|informe|utilize|coloque|escreva',
    'inseri*|utilizza*|usi|immett*|scrivi|riporta*',
    'vul|vult|voer|gebruik*|typ|invoer*|invul*|toets|kopieer',
    'wpis*|podaj*|podać|wprowad*|użyj*|przepis*|skopiuj*',
    'gir|girin*|girerek|girebilir*|yazın*|kullanın*|kullanarak|tuşla*|girmeniz',
    'введи*|ввест*|вводит*|укажи*|используй*|впиши*|набери*|введі*|вкажі*|використ*|впиші*|уведі*|скопируй*|скопіюй*',
    '入力|输入|輸入|填写|填寫|입력|أدخل|ادخل|استخدم|إدخال|اكتب|使用|凭|憑|दर्ज|डालें|डाले|भरें|टाइप|उपयोग',
  ],
  qualifier: [
    'confirmed|verified|bestätigt|verifiziert|confirmée|confirmé|confirmada|confirmado|confermato|confermata|bevestigd|potwierdzon*|onaylandı|promo*|discount|coupon*|voucher*|gift|gift card|giftcard|referral|referal|offer|zip|zip-code|zipcode|postal|post|postcode|postcodes|area|country|dialling|dialing|error|exit|status|response|http|return code|reason|dress|qr|qr-code|bar|barcode*|bar-code|source|sourcecode|building|fire|penal|civil|labour|tax|sort|swift|bic|product|item|course|class|module|colour|color|hex|morse|airport|location|zone|station|reservation|booking|confirmation number|customer|client|article|sku|model|language|currency|style|campaign|affiliate|partner|unit|department|cost|budget|hs|sic|naics|icd|billing|tariff|insurance|vendor|supplier|shipping|tracking|fault|diagnostic|loyalty|reward|redemption|savings|sale|deal|claim|redeem*|redemption|code of|code review|code reviews|code scanning|code name|code-name|codename|code base|codebase|code freeze|code quality|code coverage|code section|code signing|code point|lines of code|hsn|micr|sac|ifsc|student|airline|stop|exam|code style|code owner*|vat|company|registration number|serial|licence plate|license plate|iban|routing|creditor|anti-phishing|cheat|game code|exam|certificate|candidate|badge|asset|project|expense|charge|procedure|medical|stock|ticker|genetic|crew|team|lot|batch|warehouse|branch|bank|agency|depot|menu|catalog|catalogue|instrument|access card|stop|property|listing',
    'gutschein*|rabatt*|aktions*|vorteils*|fehler*|postleitzahl|plz|vorwahl|länder*|kundencode|kundennr|produkt|produktcode|produktnummer|artikel|artikelnummer|farb*|strichcode*|quellcode*|steuer*|bankleitzahl|blz|buchungs*|empfehlungs*|dresscode|verhaltenskodex|geschenk*|bestell*|mandats*|spar*|angebot*',
    'promo|promotionnel*|réduction|remise|avantage|parrainage|postal|postaux|barres|couleur|erreur|client|produit|article|code de la route|code civil|code pénal|code du travail|code de conduite|code source|code couleur|guichet|banque|fiscal|cadeau|réservation|indicatif|siret|siren|naf|ape|digicode|vestimentaire',
    'descuento|promocional*|promoción|cupón|regalo|postal|postales|barras|error|cliente|producto|artículo|área|país|fuente|conducta|civil|penal|referido*|reserva|localizador|swift|seguimiento|rastreo|oferta|vestimenta|bancario|envío',
    'promocional|desconto|cupom|cupão|oferta|presente|postal|cep|barras|erro|produto|rastreio|rastreamento|reserva|ddd|área|fonte|conduta|fiscal|indicação|encomenda',
    'sconto|promozionale|promozionali|coupon|buono|regalo|postale|cap|barre|errore|cliente|prodotto|articolo|fiscale|iban|univoco|sorgente|condotta|prenotazione|amico|tributo|sdi|tracciamento|spedizione|stradale|civile|penale|pratica|meccanografico|identificativo|destinatario|ateco|catastale|paese|colore',
    'kortings*|kortingscode|actiecode|cadeau*|postcode*|foutcode*|fout*|streepjescode*|broncode*|klantcode|product|productcode|landcode|gedragscode|netnummer|boekings*|spaar*|volg*',
    'rabatow*|promocyjn*|zniżkow*|pocztow*|kreskow*|błędu|produktu|klienta|źródłow*|qr|rezerwac*|kierunkow*|podarunkow*|polecaj*|śledzenia|pracy|cywiln*|karn*',
    'indirim*|kampanya*|promosyon*|kupon*|hediye*|posta|barkod*|hata|ürün*|alan|ülke|kaynak|qr|rezervasyon*|müşteri|davranış|takip|kıyafet|vergi',
    'промокод*|скидк*|купон*|подарочн*|почтов*|индекс*|штрих*|штрихкод*|ошибк*|товар*|города|страны|региона|исходн*|кодекс*|бонусн*|акци*|qr-код*|бронир*|клиента|отслеживания|дресс*',
    'промокод*|знижк*|купон*|подарунк*|поштов*|індекс*|штрих*|помилк*|міста|країни|регіону|вихідн*|бонусн*|бронюв*|клієнта|відстеження',
    'クーポン|プロモーション|プロモ|割引|キャンペーン|ギフト|招待特典|郵便番号|〒|商品コード|商品|エラー|バーコード|qrコード|ソースコード|国番号|市外局番|銀行コード|支店|紹介コード|予約|品番|ドレスコード|エラーコード',
    '优惠码|優惠碼|优惠券|优惠|優惠|折扣|促销|促銷|兑换码|兌換碼|礼品|禮品|邮政编码|邮编|郵遞區號|商品代码|商品|产品|產品|错误|錯誤|条形码|条码|條碼|二维码|源代码|原始碼|区号|區號|国家|邀请码|推荐码|预订|预约号|股票代码',
    '할인|쿠폰|프로모션|상품권|기프트|우편번호|상품|제품|오류|에러|바코드|qr코드|qr 코드|소스|국가|지역|추천인|추천|예약|드레스|주문',
    'الخصم|خصم|قسيمة|كوبون|ترويجي|الترويجي|هدية|البريدي|بريدي|المنتج|خطأ|الخطأ|الباركود|المنطقة|الدولة|مصدر|الاستجابة|الحجز|الإحالة|العرض',
    'डिस्काउंट|छूट|प्रोमो|कूपन|ऑफर|गिफ्ट|उपहार|पिन कोड|पिनकोड|डाक|उत्पाद|त्रुटि|बारकोड|क्यूआर|देश|क्षेत्र|रेफरल|बुकिंग|वाउचर',
  ],
  number: [
    'number|numbers|nummer|numéro|número|numero|numer|numeru|numara*|номер*|番号|編号|编号|번호|رقم|संख्या|नंबर|号码|號碼',
  ],
  owner: [
    'no.|no:|nr.|nr:|no#|num|ref|reference|order|orders|invoice|receipt|ticket|case|incident|tracking number|tracking|track|shipment|parcel|package|account number|account ending|ending|ending in|ends in|ends with|card|member|membership|member no|customer no|patient|employee|booking|booking reference|reservation|policy|contract|flight|seat|table|room|gate|suite|page|pages|section|chapter|article|part|bib|lot|block|floor|building|build|version|release|issue|pull request|commit|event|event id|request id|correlation id|trace id|session id|user id|message id|transaction id|id|meeting id|phone|tel|telephone|call|dial|dial in|fax|mobile|cell|hotline|helpline|text us|text|sms to|whatsapp|charity|vat id|serial number|amount|total|subtotal|balance|price|cost|fee|volume|rows|lines|reads|employer|protocol|copyright|established|founded|po box|p.o. box|permit|host|pid|checksum|week|bus|train|platform|route|score|points|miles|visitors|users|members|followers|participants|km|vehicle|plate|batch|item|return authorization|rma|docket|application|quote|quote booking|limit|error|ral|serves|served|timeout|retries|budget',
    'rechnung*|bestellung*|bestellnr|auftrag*|kundennummer|kunden-nr|kd.-nr|rechnungsnr|sendung*|vorgang*|vorgangsnr|aktenzeichen|az|konto|endet auf|endend auf|endziffern|tel|telefon|telefon*|fax|rufnummer|notruf|sperr-notruf|hotline|infoline|anruf|raum|zimmer|kurs|hrb|hra|seite|packstation|postfach|mitglied*|vertrag*|ticket*|betrag|summe|preis|zählerstand|referenz*|ust-idnr|iban|filiale',
    'n°|nº|commande|facture|référence|réf|dossier|tél|téléphone|appelez|suivi|réservation|compte|client|montant|chambre|salle|terminant par|finissant par|siret|rcs|colis|billet|contrat|adhérent|numéro vert',
    'n.º|núm|nro|pedido|factura|referencia|teléfono|tel|llame|llama|seguimiento|cuenta|cliente|importe|habitación|sala|terminada en|que termina en|expediente|consulta|envío|reserva|documento|atención|operación n*|línea gratuita|contrato',
    'encomenda|fatura|referência|telefone|telemóvel|ligue|conta|valor|terminado em|protocolo|processo|cnpj|cpf|nif|rastreio|contrato',
    'ordine|fattura|riferimento|telefono|chiama|chiami|conto|importo|camera|stanza|che termina con|pratica|p.iva|partita iva|spedizione|operazione n*|contratto|numero verde|tessera|servizio clienti',
    'bestelling|bestelnummer|factuur*|referentie|telefoon*|bel|bellen|rekening|bedrag|kamer|eindigend op|zaaknummer|klantnummer|kvk|dossier*|polis*',
    'zamówieni*|faktur*|przesyłk*|telefon*|tel|zadzwoń|rachunek|rachunku|konto|kwot*|pokój|sala|końcówk*|nip|regon|krs|pesel|sprawa|sprawy|infolinia|klient*|umow*|paczk*|ul',
    'sipariş*|fatura*|kargo*|telefon*|arayın|hesap|tutar*|oda|abone*|müşteri no|referans*|başvuru*|poliçe*|biten|yıl*|cad|sok',
    '№|заказ*|счёт*|счет*|трек*|посылк*|телефон*|тел|позвоните|звоните|карт*|сумм*|комнат*|инн|кпп|огрн|обращени*|заявк*|договор*|аккаунт №|накладн*|год*|ул|билет*|рейс*',
    'замовленн*|рахун*|ттн|телефон*|зателефонуйте|картк*|сум*|кімнат*|єдрпоу|звернення|заявк*|договор*|посилк*|відділення|рік|року|підтримка|поддержка|вул|квит*',
    '注文番号|受付番号|伝票番号|追跡番号|会員番号|電話|会議室|合計|金額|お問い合わせ|口座|下4桁|末尾|年|部屋|参加者|單號|单号|订单号|订单|訂單|运单号|運單|快递单号|电话|電話|客服|尾号|尾號|账单|金额|金額|房间|会议室|流水号|合计|주문번호|주문|송장번호|송장|운송장|전화|고객센터|문의|금액|계좌|회의실|끝자리|결제금액|구독자|참가비|접수번호',
    'رقم الطلب|طلب|رقم التتبع|رقم الهاتف|هاتف|اتصل|المبلغ|الفاتورة|فاتورة|العميل|البطاقة|المنتهية|الحساب|غرفة|شارع|بقيمة|ऑर्डर|बिल|फोन|हेल्पलाइन|कॉल|राशि|खाता संख्या|कार्ड|अंतिम अंक|कुल|कमरा|रसीद|ट्रैकिंग',
  ],
}

/** Compounds of German and Dutch are known by how they end, when no entry knows their beginning. */
export const ENDINGS: readonly (readonly [string, KeywordKind])[] = [
  ['code', 'one-time'],
  ['passwort', 'half'],
  ['kennwort', 'half'],
  ['wachtwoord', 'half'],
  ['schlüssel', 'half'],
  ['nummer', 'owner'],
  ['number', 'owner'],
]
