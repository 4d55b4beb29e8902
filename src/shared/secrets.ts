/**
 * Envelope encryption. A master key, which is never in Postgres, wraps one data key
 * for each merchant; the data key seals the merchant's API secrets and gas keys with
 * AES-256-GCM. What is sealed for one merchant and purpose opens for no other, so a
 * row that is copied to another place is worth nothing there.
 */
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'

const keyBytes = 32
const nonceBytes = 12
const tagBytes = 16
const format = 'v1'

/** Whose secret it is: the merchant's id and data key, as its row holds them. */
export type SecretOwner = { id: string; wrappedKey: string }

export class Secrets {
  readonly #masterKey: Buffer

  /** Takes the 32 bytes that everything else hangs on; see `master-key.ts`. */
  constructor(masterKey: Buffer) {
    if (masterKey.length !== keyBytes)
      throw new Error(`the master key has ${masterKey.length} bytes and needs ${keyBytes}`)
    this.#masterKey = masterKey
  }

  /** Makes the data key of a new merchant, wrapped for storage. */
  newWrappedKey(merchantId: string): string {
    const dataKey = randomBytes(keyBytes)
    return encrypt(this.#masterKey, `${merchantId}/data-key`, dataKey)
  }

  /** Seals a text; `purpose` names the one place where it may be opened. */
  seal(owner: SecretOwner, purpose: string, plaintext: string): string {
    return encrypt(this.#dataKey(owner), `${owner.id}/${purpose}`, Buffer.from(plaintext))
  }

  /** Opens what `seal` made; throws for another owner, purpose or key, and where a bit changed. */
  open(owner: SecretOwner, purpose: string, sealed: string): string {
    return decrypt(this.#dataKey(owner), `${owner.id}/${purpose}`, sealed).toString()
  }

  /** Makes 256 bits that are always the same for this master key and purpose, and tell nothing of it. */
  derive(purpose: string): string {
    return Buffer.from(hkdfSync('sha256', this.#masterKey, '', purpose, keyBytes)).toString(
      'base64url',
    )
  }

  #dataKey(owner: SecretOwner): Buffer {
    return decrypt(this.#masterKey, `${owner.id}/data-key`, owner.wrappedKey)
  }
}

function encrypt(key: Buffer, place: string, plaintext: Buffer): string {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes })
  const prefix = `${format}.${keyId(key)}`
  cipher.setAAD(Buffer.from(`${prefix}/${place}`))
  const sealed = [nonce, cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]
  return `${prefix}.${Buffer.concat(sealed).toString('base64url')}`
}

function decrypt(key: Buffer, place: string, text: string): Buffer {
  const [version, sealedUnder, body = ''] = text.split('.')
  if (version !== format || sealedUnder !== keyId(key))
    throw new Error(`'${place}' was sealed as ${version}.${sealedUnder}, not under the key in use`)
  const sealed = Buffer.from(body, 'base64url')
  const nonce = sealed.subarray(0, nonceBytes)
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes })
  decipher.setAAD(Buffer.from(`${version}.${sealedUnder}/${place}`))
  decipher.setAuthTag(sealed.subarray(-tagBytes))
  return Buffer.concat([decipher.update(sealed.subarray(nonceBytes, -tagBytes)), decipher.final()])
}

/** Names a key without telling it, so that a wrong master key is an error that explains itself. */
function keyId(key: Buffer): string {
  return createHash('sha256').update('key id').update(key).digest('hex').slice(0, 8)
}
