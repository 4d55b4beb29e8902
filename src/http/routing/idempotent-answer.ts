/**
 * Answers a repeated request once. A request with the same Idempotency-Key gets the first
 * answer again, or, while that is not there yet, works from the same seed towards the same
 * entity. What had no effect is not stored: a refusal is judged anew, and a failure of the service
 * asks to try again. Decision 0046.
 */
import { createHash } from 'node:crypto'
import { errorText } from '../../shared/errors.ts'
import type { Owner } from '../../shared/owner.ts'
import { badRequest, Problem } from '../../shared/problems.ts'
import {
  answersKeptDays,
  giveUpTry,
  type StoredAnswer,
  storeAnswer,
  storeGivenAnswer,
  type RepeatableRequest,
  reserveAnswer,
  type Seed,
} from '../../store/idempotency.ts'
import { getMerchant } from '../../store/merchants/merchants.ts'
import type { SignedRequest } from '../authentication/signature.ts'
import type { HttpDependencies } from '../dependencies.ts'
import { stepUntilDone } from '../../shared/pulse.ts'
import { readHeader } from '../requests/headers.ts'
import { showValue } from '../requests/shown-value.ts'
import { beginInTurn } from './in-turn.ts'

const keyPattern = /^[\x20-\x7e]{1,255}$/

/** `isWithoutEffect`: nothing was done, so the same request may be asked for again. */
export type HandledAnswer = StoredAnswer & {
  isWithoutEffect: boolean
  /** It was not made now, but is repeated. */
  isRetold?: boolean
}
export type FinalAnswer = StoredAnswer & { isReplayed: boolean }

type Options = {
  dependencies: HttpDependencies
  owner: Owner
  /** Names the caller among those of the owner: equal keys of two callers are two. */
  keySpace: string
  key: string
  isSecret: boolean
  /** The answer can be composed again from what the request has made. */
  isRetold?: boolean
  seed: Seed
}

export function readIdempotencyKey(rawHeaders: string[]): string | null {
  const key = readHeader(rawHeaders, 'idempotency-key')
  if (key === null || keyPattern.test(key)) return key
  throw badRequest([
    {
      path: 'idempotency-key',
      message: `must be 1 to 255 printable ASCII characters, such as 'order-4711'; it is ${showValue(key)}`,
    },
  ])
}

/** Runs `handle` with the seed of this key, or returns the stored answer. */
export async function answerOnce(
  request: SignedRequest,
  { dependencies, owner, keySpace, key, isSecret, isRetold = false, seed }: Options,
  handle: (seed: Seed, isRepeat: boolean) => Promise<HandledAnswer>,
): Promise<FinalAnswer> {
  const { database, clock, log } = dependencies
  const repeatable = {
    ...owner,
    key: `${keySpace}${key}`,
    fingerprint: fingerprint(request),
    isRetold,
  }
  const cover = isSecret ? await sealedCover(dependencies, repeatable) : openCover
  const begun = await beginInTurn(nameOf(repeatable), async () => {
    const reserved = await reserveAnswer(database, repeatable, seed, clock.realNow())
    if (reserved.fingerprint !== repeatable.fingerprint) throw keyReused(key)
    if (reserved.answer) return { answer: reserved.answer }
    const isRepeat = reserved.seed.id !== seed.id
    return { seed: reserved.seed, handling: catchRefusal(handle(reserved.seed, isRepeat)) }
  })
  const replay = ({ status, body }: StoredAnswer) => ({
    status,
    body: cover.open(body),
    isReplayed: true,
  })
  if ('answer' in begun) return replay(begun.answer)
  const handled = await begun.handling
  if (handled.isWithoutEffect) {
    const kept = await giveUpTry(database, repeatable, begun.seed)
    if (kept) return replay(kept)
    if ('problem' in handled) throw handled.problem
    return { ...handled, isReplayed: false }
  }
  const { status, body } = handled
  if (isRetold) {
    const given = { status, body: cover.close(body) }
    const stored = storeGivenAnswer(database, repeatable, given).catch((error: unknown) =>
      log.debug({ error: errorText(error) }, 'an answer was not stored: it can be told again'),
    )
    stepUntilDone('storing an answer', stored)
    return { status, body, isReplayed: handled.isRetold ?? false }
  }
  const kept = await storeAnswer(database, repeatable, { status, body: cover.close(body) })
  return kept.isFirst ? { status, body, isReplayed: false } : replay(kept.answer)
}

type Refusal = { isWithoutEffect: true; problem: Problem }

/** A refusal did nothing; of a failure of the service nobody knows, so it is thrown on. */
async function catchRefusal(handled: Promise<HandledAnswer>): Promise<HandledAnswer | Refusal> {
  try {
    return await handled
  } catch (problem) {
    if (!(problem instanceof Problem) || problem.status >= 500) throw problem
    return { isWithoutEffect: true, problem }
  }
}

const nameOf = ({ merchantId, network, key }: RepeatableRequest): string =>
  `${merchantId}/${network}/${key}`

const keyReused = (key: string) =>
  new Problem(
    'IdempotencyKeyReused',
    `The Idempotency-Key '${key}' was used with another request in the last ${answersKeptDays} days; send a new one, such as a random UUID.`,
  )

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
