/**
 * Answers a repeated request once. A request with the same Idempotency-Key gets the first
 * answer again, or, while that is not there yet, works from the same seed towards the same
 * entity. Failures of the service are not stored: the client is to try again.
 */
import { createHash } from 'node:crypto'
import { badRequest, Problem } from '../../shared/problems.ts'
import {
  type StoredAnswer,
  storeAnswer,
  type RepeatableRequest,
  reserveAnswer,
  type Seed,
} from '../../store/idempotency.ts'
import { getMerchant } from '../../store/merchants/merchants.ts'
import type { Caller } from '../authentication/authenticate.ts'
import type { SignedRequest } from '../authentication/signature.ts'
import type { HttpDependencies } from '../dependencies.ts'
import { readHeader } from '../requests/headers.ts'

const keyPattern = /^[\x20-\x7e]{1,255}$/

export type FinalAnswer = { status: number; body: string; isReplayed: boolean }

type Options = {
  dependencies: HttpDependencies
  caller: Caller
  key: string
  isSecret: boolean
  seed: Seed
}

export function readIdempotencyKey(rawHeaders: string[]): string | null {
  const key = readHeader(rawHeaders, 'idempotency-key')
  if (key === null || keyPattern.test(key)) return key
  throw badRequest([
    { path: 'idempotency-key', message: 'must be 1 to 255 printable ASCII characters' },
  ])
}

/** Runs `handle` with the seed of this key, or returns the stored answer. */
export async function answerOnce(
  request: SignedRequest,
  { dependencies, caller, key, isSecret, seed }: Options,
  handle: (seed: Seed) => Promise<StoredAnswer>,
): Promise<FinalAnswer> {
  const { database, clock } = dependencies
  const repeatable = { ...caller.owner, key, fingerprint: fingerprint(request) }
  const reserved = await reserveAnswer(database, repeatable, seed, clock.realNow())
  if (reserved.fingerprint !== repeatable.fingerprint)
    throw new Problem(
      'IdempotencyKeyReused',
      `The Idempotency-Key '${key}' was used with another request; send a new key.`,
    )
  const cover = isSecret ? await sealedCover(dependencies, repeatable) : openCover
  if (reserved.answer)
    return { ...reserved.answer, body: cover.open(reserved.answer.body), isReplayed: true }
  const answer = await handle(reserved.seed)
  if (!isFinal(answer.status)) return { ...answer, isReplayed: false }
  const kept = await storeAnswer(database, repeatable, {
    ...answer,
    body: cover.close(answer.body),
  })
  return { ...kept.answer, body: cover.open(kept.answer.body), isReplayed: !kept.isFirst }
}

const isFinal = (status: number) => status < 500 && status !== 429

function fingerprint({ method, target, body }: SignedRequest): string {
  return createHash('sha256').update(`${method} ${target}\n`).update(body).digest('hex')
}

type Cover = { close(body: string): string; open(body: string): string }

const openCover: Cover = { close: (body) => body, open: (body) => body }

async function sealedCover(
  dependencies: HttpDependencies,
  { merchantId, network, key }: RepeatableRequest,
): Promise<Cover> {
  const merchant = await getMerchant(dependencies, merchantId)
  const purpose = `idempotency/${network}/${key}`
  return {
    close: (body) => dependencies.secrets.seal(merchant, purpose, body),
    open: (body) => dependencies.secrets.open(merchant, purpose, body),
  }
}
