/**
 * Passwords are stored as argon2id hashes in the PHC form, which carries the cost along with the hash:
 * it can be raised without making the old ones unreadable.
 */
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const deriveKey = promisify(argon2)

/** OWASP's first recommendation for argon2id: 19 MiB, 2 passes, one lane. */
const currentCost = { memory: 19_456, passes: 2, parallelism: 1 }
const saltBytes = 16
const hashBytes = 32

const phcPattern = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltBytes)
  return toPhc(salt, await derive(password, salt, currentCost, hashBytes))
}

/**
 * Checks a password against a hash. Without a hash it does the same work and returns false, so that the
 * time taken does not reveal whether an account exists.
 */
export async function isPassword(password: string, hash: string | undefined): Promise<boolean> {
  const [, memory, rounds, lanes, salt, expected] = (hash ?? decoy).match(phcPattern) ?? []
  if (!salt || !expected) throw new Error('a stored password hash is not in the argon2id PHC form')
  const cost = { memory: Number(memory), passes: Number(rounds), parallelism: Number(lanes) }
  const expectedHash = Buffer.from(expected, 'base64')
  const actual = await derive(password, Buffer.from(salt, 'base64'), cost, expectedHash.length)
  return timingSafeEqual(actual, expectedHash) && hash !== undefined
}

type Cost = typeof currentCost

function derive(password: string, nonce: Buffer, cost: Cost, tagLength: number): Promise<Buffer> {
  const message = password.normalize('NFKC')
  return deriveKey('argon2id', { message, nonce, tagLength, ...cost })
}

function toPhc(salt: Buffer, hash: Buffer): string {
  const { memory, passes, parallelism } = currentCost
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${encode(salt)}$${encode(hash)}`
}

/** The hash of no password. */
const decoy = toPhc(randomBytes(saltBytes), randomBytes(hashBytes))

function encode(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}
