import { type TProperties, Type } from 'typebox'

const CLOSED = { additionalProperties: false }
const RESULTS = ['none', 'pass', 'fail', 'softfail', 'neutral', 'policy', 'temperror', 'permerror']

function nullable(description: string) {
  return Type.Union([Type.String(), Type.Null()], { description })
}

const result = Type.Enum(RESULTS, { description: 'RFC 8601. temperror: not known yet; read the message again later.' })
const info = nullable('Why, for people. Its wording may change.')

function verdict<T extends TProperties>(description: string, domain: string, fields: T) {
  return Type.Object({ result, domain: nullable(domain), info, ...fields }, { ...CLOSED, description })
}

const SpfSchema = verdict(
  'May the peer send for the domain? RFC 7208.',
  'Of MAIL FROM; where that is empty, of HELO.',
  {
    identity: Type.Union([Type.Enum(['mailfrom', 'helo']), Type.Null()], {
      description: 'What the domain was taken from. Null where nothing was checked.',
    }),
    client_ip: nullable('The address of the peer. Null for a message that was put in without SMTP.'),
  },
)

const SignatureSchema = verdict('One DKIM-Signature.', 'Who signed (d=).', {
  selector: Type.String({ description: 'Which key of the domain (s=).' }),
  algorithm: Type.String({ description: 'For instance rsa-sha256 or ed25519-sha256 (a=).' }),
})

const DkimSchema = verdict('Who has signed, and is it unchanged? RFC 6376.', 'Who made the best of the signatures.', {
  selector: nullable('Of the best of the signatures.'),
  signatures: Type.Array(SignatureSchema, { description: 'All of them, in the order of the header.' }),
})

const DmarcSchema = verdict('Does the domain of From stand behind it? RFC 7489.', 'Of From.', {
  policy: Type.Union([Type.Enum(['none', 'quarantine', 'reject']), Type.Null()], {
    description: 'What the domain asks receivers to do with a mail that fails. It is delivered here all the same.',
  }),
  aligned: Type.Array(Type.Enum(['spf', 'dkim']), {
    description: 'What has passed for a domain that belongs with that of From.',
  }),
})

const ArcSchema = verdict('Is the chain of those who passed it on unbroken? RFC 8617.', 'Who sealed it last.', {
  instance: Type.Integer({ description: 'How many have sealed it.' }),
})

/** Whether a message is from whom it says it is from. */
export const AuthSchema = Type.Object(
  { spf: SpfSchema, dkim: DkimSchema, dmarc: DmarcSchema, arc: ArcSchema },
  { ...CLOSED, description: 'Checked when the message is first looked at.' },
)
