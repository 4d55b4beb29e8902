/**
 * Answers a repeated request once. A request with the same Idempotency-Key gets the first
 * answer again, or, while that is not there yet, works from the same seed towards the same
 * entity. What had no effect is not stored: a refusal is judged anew, and a failure of the service
 * asks to try again. Decision 0046.
 *
 * A route that does one command and nothing else begins to read what it needs while its key is being reserved, with the seed
 * that it brings; only the command waits for the key. Decision 0161.
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
  type Reservation,
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

/** One try of a request, and the seed that it works from. */
export type Try = {
  seed: Seed
  /** Another one came before it. */
  isRepeat: boolean
  /** Resolves once the key is reserved for this seed; rejects where it is not, and then nothing may be done. */
  granted: Promise<void>
}

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
  /** Resolves once the request may be done at all. */
  admitted: Promise<void>
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
  { dependencies, owner, keySpace, key, isSecret, isRetold = false, seed, admitted }: Options,
  handle: (one: Try) => Promise<HandledAnswer>,
): Promise<FinalAnswer> {
  const { database, log } = dependencies
  const repeatable = {
    ...owner,
    key: `${keySpace}${key}`,
    fingerprint: fingerprint(request),
    isRetold,
  }
  const cover = isSecret ? await sealedCover(dependencies, repeatable) : openCover
  const begun = await beginInTurn(nameOf(repeatable), async () => {
    const reserving = reserveWhereAdmitted(dependencies, repeatable, seed, admitted)
    const ahead = isRetold ? beginAhead(handle, { reserving, request: repeatable, seed }) : null
    const reserved = await reserving
    if (reserved.fingerprint !== repeatable.fingerprint) throw keyReused(key)
    if (reserved.answer) return { answer: reserved.answer }
    const isRepeat = reserved.seed.id !== seed.id
    const again = { seed: reserved.seed, isRepeat, granted: Promise.resolve() }
    const handling = ahead && !isRepeat ? ahead : begin(handle, again)
    return { seed: reserved.seed, handling }
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

/**
 * Reserves the key for the seed, or returns what an earlier try reserved. Where no commit for the key waits for the disk, it
 * is reserved while it is found out whether the request may be done, and given up where it may not.
 */
async function reserveWhereAdmitted(
  { database, clock }: HttpDependencies,
  request: RepeatableRequest,
  seed: Seed,
  admitted: Promise<void>,
): Promise<Reservation> {
  const reserve = () => reserveAnswer(database, request, seed, clock.realNow())
  if (!request.isRetold) return admitted.then(reserve)
  const [admission, reserving] = await Promise.allSettled([admitted, reserve()])
  if (reserving.status === 'rejected') throw reserving.reason
  const reserved = reserving.value
  if (admission.status === 'fulfilled') return reserved
  if (reserved.fingerprint === request.fingerprint && !reserved.answer)
    await giveUpTry(database, request, reserved.seed)
  throw admission.reason
}

type Ahead = { reserving: Promise<Reservation>; request: RepeatableRequest; seed: Seed }

/** Begins to handle a request with its own seed; where the key is reserved for another, this ends before its command. */
function beginAhead(
  handle: (one: Try) => Promise<HandledAnswer>,
  { reserving, request, seed }: Ahead,
): Promise<HandledAnswer | Refusal> {
  const granted = reserving.then((reserved) => {
    const isOwn = reserved.fingerprint === request.fingerprint && reserved.seed.id === seed.id
    if (!isOwn || reserved.answer) throw new Error('another try has the key')
  })
  const handling = begin(handle, { seed, isRepeat: false, granted })
  // Nobody waits for what ends here.
  for (const promise of [granted, handling]) promise.catch(() => undefined)
  return handling
}

type Refusal = { isWithoutEffect: true; problem: Problem }

/** A refusal did nothing; of a failure of the service nobody knows, so it is thrown on. */
async function begin(
  handle: (one: Try) => Promise<HandledAnswer>,
  one: Try,
): Promise<HandledAnswer | Refusal> {
  try {
    return await handle(one)
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
