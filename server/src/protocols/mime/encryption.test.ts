import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DEFAULT_PARSE_LIMITS } from './parse-limits.ts'
import { parseMail } from './parse-mail.ts'

const encrypted = async (...lines: string[]) =>
  (await parseMail(Buffer.from(lines.join('\r\n')), DEFAULT_PARSE_LIMITS)).encrypted
const ARMOR = ['-----BEGIN PGP MESSAGE-----', '', 'hQEMA5xx', '=abcd', '-----END PGP MESSAGE-----']
const PKCS7 = 'Content-Type: application/pkcs7-mime'
const BASE64 = 'Content-Transfer-Encoding: base64'

test('OpenPGP/MIME', async () => {
  const type = 'Content-Type: multipart/encrypted; protocol="application/pgp-encrypted"; boundary=x'
  const parts = [
    '--x',
    'Content-Type: application/pgp-encrypted',
    '',
    'Version: 1',
    '--x',
    'Content-Type: application/octet-stream',
    '',
    ...ARMOR,
    '--x--',
  ]
  assert.equal(await encrypted(type, '', ...parts), true)
  const remade = 'Content-Type: multipart/mixed; boundary=x'
  assert.equal(await encrypted(remade, '', ...parts), true, 'as Exchange passes it on')
})

test('inline OpenPGP', async () => {
  assert.equal(await encrypted('Subject: s', '', ...ARMOR), true)
  assert.equal(await encrypted('Subject: s', '', 'a -----BEGIN PGP MESSAGE----- in a sentence'), false)
})

test('S/MIME enveloped', async () => {
  assert.equal(await encrypted(`${PKCS7}; smime-type=enveloped-data; name=smime.p7m`, BASE64, '', 'MIIB'), true)
  assert.equal(await encrypted(`${PKCS7}; smime-type=authEnveloped-data`, BASE64, '', 'MIIB'), true)
  const enveloped = Buffer.from('3080' + '06092a864886f70d010703' + 'a080', 'hex').toString('base64')
  const signed = Buffer.from('3080' + '06092a864886f70d010702' + 'a080', 'hex').toString('base64')
  assert.equal(await encrypted(PKCS7, BASE64, '', enveloped), true, 'told by its content where the type is silent')
  assert.equal(await encrypted(PKCS7, BASE64, '', signed), false)
})

test('signed only is not encrypted', async () => {
  assert.equal(await encrypted(`${PKCS7}; smime-type=signed-data`, BASE64, '', 'MIIB'), false)
  assert.equal(
    await encrypted('Subject: s', '', '-----BEGIN PGP SIGNED MESSAGE-----', 'Hash: SHA256', '', 'text'),
    false,
  )
  const type = 'Content-Type: multipart/signed; protocol="application/pgp-signature"; boundary=x'
  assert.equal(
    await encrypted(type, '', '--x', '', 'text', '--x', 'Content-Type: application/pgp-signature', '', 'sig', '--x--'),
    false,
  )
})
