import { both, html, type LabelledMail, plain } from './labelled-mail.ts'

export const ROMANCE_CODES: readonly LabelledMail[] = [
  plain(
    'es-c01',
    'Tu código de verificación',
    `Hola, Lucía:

Tu código de verificación es 330 471. Caduca en 5 minutos.

Si no lo has pedido tú, ignora este mensaje.
Calle Mayor 12, 28013 Madrid`,
    '330471',
  ),
  plain('es-c02', '572019 es tu código de acceso', `Usa este código para iniciar sesión en Girasol: 572019`, '572019'),
  html(
    'es-c03',
    'Confirma tu correo',
    `<h2>¡Ya casi está!</h2><p>Introduce el siguiente código en la aplicación:</p><table><tr><td>7</td><td>4</td><td>0</td><td>1</td><td>1</td></tr></table><p>© 2026 Girasol S.L.</p>`,
    '74011',
  ),
  plain(
    'es-c04',
    'Clave dinámica',
    `Banco del Sur le informa: su clave dinámica es 80419923 para la operación por $ 45.300,00. No la comparta. Línea gratuita 0800-222-4567.`,
    '80419923',
  ),
  plain(
    'es-c05',
    'Restablecer contraseña',
    `Recibimos una solicitud para restablecer su contraseña.

Código de recuperación: MX9-77K

La solicitud se hizo el 15/11/2026 a las 10:05.`,
    'MX9-77K',
  ),
  plain(
    'es-c06',
    'Contraseña de un solo uso',
    `Su contraseña de un solo uso (OTP) es:

4 8 8 2 0 6

Vence a las 18:30 h.`,
    '488206',
  ),
  plain(
    'es-c07',
    'PIN de retiro',
    `Muestra este PIN al repartidor: 2094
Pedido n.º 300412298`,
    '2094',
  ),
  plain(
    'pt-c01',
    'Seu código de verificação',
    `Olá, João!

Seu código de verificação é 918 402.

Ele expira em 10 minutos. Não compartilhe com ninguém.

Av. Paulista, 1000 - São Paulo - SP, 01310-100`,
    '918402',
  ),
  plain('pt-c02', 'Código de acesso: 60731', `Use o código de acesso 60731 para entrar na sua conta.`, '60731'),
  html(
    'pt-c03',
    'Confirme o seu e-mail',
    `<p>Oi, Bia!</p><p>Para confirmar o seu cadastro, digite o código abaixo:</p><p style="font-size:28px;letter-spacing:4px"><b>HT52PK</b></p><p>CNPJ 12.345.678/0001-90</p>`,
    'HT52PK',
  ),
  plain(
    'pt-c04',
    'Token de segurança',
    `Prezado cliente, seu token para a transação de R$ 1.899,90 é 447120. Protocolo 202611150098.`,
    '447120',
  ),
  plain(
    'pt-c05',
    'Redefinição de palavra-passe',
    `Recebemos um pedido para redefinir a sua palavra-passe.
Código: 2291-8804
Se não foi você, ligue 808 200 300.`,
    '22918804',
  ),
  plain(
    'pt-c06',
    'Senha temporária',
    `Sua senha de uso único é

   7 3 3 9 5 0

Válida até 15/11/2026 23:59.`,
    '733950',
  ),
  both(
    'pt-c07',
    'Início de sessão',
    `O seu código de início de sessão na Vela é 1184.`,
    `<div>O seu código de início de sessão na Vela é <span style="color:#118400">1184</span>.</div>`,
    '1184',
  ),
  plain(
    'it-c01',
    'Il tuo codice di verifica',
    `Ciao Marco,

il tuo codice di verifica è 441 905. Scade tra 10 minuti.

Via Garibaldi 8, 20121 Milano - P.IVA 01234567890`,
    '441905',
  ),
  plain('it-c02', '7062 è il tuo codice Lumaca', `Inserisci 7062 per accedere. Non condividerlo con nessuno.`, '7062'),
  html(
    'it-c03',
    'Conferma il tuo indirizzo',
    `<p>Gentile utente,</p><p>per completare la registrazione inserisca il seguente codice</p><div style="font-size:34px">902 551</div><p>Servizio clienti 800 123 456</p>`,
    '902551',
  ),
  plain(
    'it-c04',
    'Codice OTP',
    `OTP per autorizzare il bonifico di € 3.000,00: 55190273. Operazione n. 20260098112.`,
    '55190273',
  ),
  plain(
    'it-c05',
    'Reimposta la password',
    `Hai chiesto di reimpostare la password.
Codice di sicurezza: RF4-KK2
Richiesta ricevuta il 15 novembre 2026 alle 11:20.`,
    'RF4-KK2',
  ),
  plain('it-c06', 'Password monouso', `La sua password monouso è: 6 6 2 0 1 8`, '662018'),
  plain(
    'it-c07',
    'PIN temporaneo',
    `Gentile cliente,
il PIN temporaneo per l'area riservata è 30571.
Il suo codice cliente resta 8800123.`,
    '30571',
  ),
]
