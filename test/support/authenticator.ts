/** A passkey's device in software: it makes a P-256 key for a site and signs challenges, as WebAuthn says. */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

const userPresentAndVerified = 0x05
const withNewKey = 0x40

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest()
const base64url = (bytes: Buffer) => bytes.toString('base64url')

/** Encodes a byte string of CBOR. */
function cborBytes(bytes: Buffer): Buffer {
  const header =
    bytes.length < 24
      ? [0x40 + bytes.length]
      : bytes.length < 256
        ? [0x58, bytes.length]
        : [0x59, bytes.length >> 8, bytes.length & 0xff]
  return Buffer.concat([Buffer.from(header), bytes])
}
const cborText = (text: string) =>
  Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)])

/** Writes a key in COSE: {1: 2, 3: -7, -1: 1, -2: x, -3: y}. */
function toCose(publicKey: KeyObject): Buffer {
  const { x, y } = publicKey.export({ format: 'jwk' })
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    cborBytes(Buffer.from(x!, 'base64url')),
    Buffer.from([0x22]),
    cborBytes(Buffer.from(y!, 'base64url')),
  ])
}

/** Writes what an authenticator says about a new key, without an attestation. */
const toAttestation = (data: Buffer) =>
  Buffer.concat([
    Buffer.from([0xa3]),
    cborText('fmt'),
    cborText('none'),
    cborText('attStmt'),
    Buffer.from([0xa0]),
    cborText('authData'),
    cborBytes(data),
  ])

/** Makes an authenticator for one origin, with one key. */
export function newAuthenticator(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credentialId = randomBytes(32)
  const rpIdHash = sha256(new URL(origin).hostname)
  let counter = 0

  const clientData = (type: string, challenge: string, from = origin) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin: false }))
  const authenticatorData = (flags: number, rest = Buffer.alloc(0)) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(++counter)
    return Buffer.concat([rpIdHash, Buffer.from([flags]), count, rest])
  }
  const answer = (response: object) => ({
    id: base64url(credentialId),
    rawId: base64url(credentialId),
    type: 'public-key',
    clientExtensionResults: {},
    response,
  })
  return {
    /** Answers to options for a new passkey. */
    register({ challenge }: { challenge: string }) {
      const length = Buffer.from([0, credentialId.length])
      const attested = Buffer.concat([Buffer.alloc(16), length, credentialId, toCose(publicKey)])
      const data = authenticatorData(userPresentAndVerified | withNewKey, attested)
      return answer({
        clientDataJSON: base64url(clientData('webauthn.create', challenge)),
        attestationObject: base64url(toAttestation(data)),
        transports: ['internal'],
      })
    },
    /** Answers to options for a signature; as a page at `from` would have it. */
    sign({ challenge }: { challenge: string }, from = origin) {
      const data = authenticatorData(userPresentAndVerified)
      const client = clientData('webauthn.get', challenge, from)
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)
      return answer({
        clientDataJSON: base64url(client),
        authenticatorData: base64url(data),
        signature: base64url(signature),
      })
    },
  }
}
