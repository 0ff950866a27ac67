import { Buffer } from 'node:buffer'
import type { Part } from './part.ts'
import { decodeBody } from './transfer-encoding.ts'

const ARMOR = /^-----BEGIN PGP MESSAGE-----[ \t]*$/m
const PKCS7 = new Set(['application/pkcs7-mime', 'application/x-pkcs7-mime'])
/** id-envelopedData (RFC 5652 §6) and id-ct-authEnvelopedData (RFC 5083 §2), as DER writes them. */
const ENVELOPED = [Buffer.from('06092a864886f70d010703', 'hex'), Buffer.from('060b2a864886f70d0109100117', 'hex')]

/** Whether the body itself is ciphertext: OpenPGP (RFC 3156 §4, or inline) or S/MIME enveloped (RFC 8551 §3.3). */
export function isEncrypted(raw: Buffer, root: Part, leaves: readonly Part[], text: string, html: string): boolean {
  if (hasEncryptedContainer(root) || leaves.some((leaf) => leaf.type.value === 'application/pgp-encrypted')) return true
  if (ARMOR.test(text)) return true
  // Beside text that can be read, an enveloped part is an attachment like any other.
  return text.trim() === '' && html === '' && leaves.some((leaf) => isEnveloped(raw, leaf))
}

function hasEncryptedContainer(part: Part): boolean {
  return part.type.value === 'multipart/encrypted' || part.children.some(hasEncryptedContainer)
}

function isEnveloped(raw: Buffer, part: Part): boolean {
  if (!PKCS7.has(part.type.value)) return false
  const kind = part.type.raw.get('smime-type')?.toLowerCase()
  if (kind !== undefined) return kind === 'enveloped-data' || kind === 'authenveloped-data'
  const { bytes } = decodeBody(raw.subarray(part.start, part.end), part.encoding, 64)
  return ENVELOPED.some((oid) => bytes.includes(oid))
}
