/**
 * Envelope encryption. A master key, which is never in Postgres, wraps one data key for each merchant;
 * the data key seals the merchant's API secrets and gas keys with AES-256-GCM. A secret that was sealed
 * for one merchant and purpose opens for no other, so a row that is copied elsewhere is worth nothing.
 */
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'

const keyBytes = 32
const nonceBytes = 12
const tagBytes = 16
/** A payment, a call and a signature each need the data key of their merchant. */
const dataKeysKeptMax = 1_000
const format = 'v1'

/** The merchant that owns a secret: its id and wrapped data key, as its row holds them. */
export type SecretOwner = { id: string; wrappedKey: string }

export class Secrets {
  readonly #masterKey: Buffer
  readonly #oldMasterKey: Buffer | null
  /** Data keys that were opened last, by owner and what wraps them: they reveal no more than the master key beside them. */
  readonly #dataKeys = new Map<string, Buffer>()

  /**
   * Takes the 32 bytes of the master key; see `master-key.ts`. Data keys that the old key wrapped are
   * opened as well; no new one is wrapped under it.
   */
  constructor(masterKey: Buffer, oldMasterKey: Buffer | null = null) {
    for (const { length } of oldMasterKey ? [masterKey, oldMasterKey] : [masterKey])
      if (length !== keyBytes)
        throw new Error(`the master key has ${length} bytes and needs ${keyBytes}`)
    this.#masterKey = masterKey
    this.#oldMasterKey = oldMasterKey
  }

  /** Names the master key without revealing it. */
  get masterKeyId(): string {
    return keyId(this.#masterKey)
  }

  /**
   * Names the master keys that data keys are opened with: the one in use, and the old one where
   * there is one.
   */
  get masterKeyIds(): string[] {
    return [this.#masterKey, ...(this.#oldMasterKey ? [this.#oldMasterKey] : [])].map(keyId)
  }

  /** Wraps a merchant's data key under the master key in use. The secrets that it seals stay as they are. */
  rewrap(owner: SecretOwner): string {
    return encrypt(this.#masterKey, `${owner.id}/data-key`, this.#dataKey(owner))
  }

  /** Whether the data key of a merchant opens under the keys of this process. */
  opens(owner: SecretOwner): boolean {
    try {
      this.#dataKey(owner)
      return true
    } catch {
      return false
    }
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

  /** Opens a text that `seal` made; throws for another owner, purpose or key, and where a bit changed. */
  open(owner: SecretOwner, purpose: string, sealed: string): string {
    return decrypt(this.#dataKey(owner), `${owner.id}/${purpose}`, sealed).toString()
  }

  /** Seals a text of the service's own, which is no merchant's; `purpose` names the one place where it may be opened. */
  sealOwn(purpose: string, plaintext: string): string {
    return encrypt(this.#masterKey, `service/${purpose}`, Buffer.from(plaintext))
  }

  /** Opens a text that `sealOwn` made, under the key in use or the old one. */
  openOwn(purpose: string, sealed: string): string {
    const old = this.#oldMasterKey
    const isUnderOld = old !== null && wrappedUnder(sealed) === keyId(old)
    return decrypt(isUnderOld ? old : this.#masterKey, `service/${purpose}`, sealed).toString()
  }

  /** Derives 256 bits that are always the same for this master key and purpose, and reveal nothing of it. */
  derive(purpose: string): string {
    return Buffer.from(hkdfSync('sha256', this.#masterKey, '', purpose, keyBytes)).toString(
      'base64url',
    )
  }

  /** Derives as many bytes that are always the same for this merchant and purpose, also under another master key. */
  deriveFor(owner: SecretOwner, purpose: string, bytes: number): Buffer {
    return Buffer.from(hkdfSync('sha256', this.#dataKey(owner), '', purpose, bytes))
  }

  #dataKey(owner: SecretOwner): Buffer {
    const name = `${owner.id}/${owner.wrappedKey}`
    const kept = this.#dataKeys.get(name)
    if (kept) return kept
    const old = this.#oldMasterKey
    const isUnderOld = old !== null && wrappedUnder(owner.wrappedKey) === keyId(old)
    const key = isUnderOld ? old : this.#masterKey
    const opened = decrypt(key, `${owner.id}/data-key`, owner.wrappedKey)
    this.#dataKeys.set(name, opened)
    if (this.#dataKeys.size > dataKeysKeptMax)
      this.#dataKeys.delete(this.#dataKeys.keys().next().value!)
    return opened
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

/** Returns the id of the key that a text was sealed under. */
const wrappedUnder = (text: string): string | undefined => text.split('.')[1]

/** Names a key without revealing it, so that the error about a wrong master key explains itself. */
function keyId(key: Buffer): string {
  return createHash('sha256').update('key id').update(key).digest('hex').slice(0, 8)
}
