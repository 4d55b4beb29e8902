/**
 * Explains an actor: what is not as it should be, which condition said no and with which values, what would
 * change it, what comes next. Null where all is well.
 */
import type { StoredActor } from '../shared/stored-actor.ts'
import { findCausingTurn } from '../store/views/entities/journal.ts'
import { type KeptFrom, readKeptFrom } from '../store/views/entities/kept-from.ts'
import type { AskedGuard } from './asked-guards.ts'
import { type ExplainingDependencies, type Facts, readFacts } from './facts.ts'
import { type ArmedTimer, armedTimersOf } from './timer-words.ts'
import { findTroubleOfCharge, findTroubleOfSubscription } from './troubles/charges.ts'
import {
  findTroubleOfCustomer,
  findTroubleOfDelivery,
  findTroubleOfDestination,
  findTroubleOfGasWallet,
  findTroubleOfTransaction,
  findTroubleOfVerification,
} from './troubles/merchants.ts'
import { findTroubleOfPayment, findTroubleOfPermit } from './troubles/payments.ts'
import type { Trouble } from './troubles/trouble.ts'
import { replayTurns } from './turns.ts'

export type Explanation = Trouble & {
  /** The turn that brought it, its moment, and what its guards saw; 0 of what has taken none yet. */
  turn: number
  since: string
  conditions: AskedGuard[]
  next: ArmedTimer[]
  /** Says where its turns begin, if earlier ones are kept elsewhere: one of those may have brought it. */
  keptFrom: KeptFrom | null
}

export async function explain(
  dependencies: ExplainingDependencies,
  actor: StoredActor,
): Promise<Explanation | null> {
  const facts = await readFacts(dependencies, actor)
  const trouble = findTrouble(actor, facts)
  if (!trouble) return null
  const { database } = dependencies
  const turn = await findCausingTurn(database, actor, trouble.reason)
  const conditions: AskedGuard[] = []
  let since = new Date(actor.snapshot.context.now).toISOString()
  for await (const replayed of replayTurns(database, actor, { from: turn, to: turn })) {
    since = new Date(replayed.at).toISOString()
    conditions.push(...replayed.asked)
  }
  const next = [actor, facts.charge].flatMap((one) => (one ? armedTimersOf(one) : []))
  const keptFrom = await readKeptFrom(database, actor)
  return { ...trouble, turn, since, conditions, next: next.toSorted(byMoment), keptFrom }
}

/** Finds what is the matter with an actor of any kind; null where all is well. */
export function findTrouble(actor: StoredActor, facts: Facts): Trouble | null {
  switch (actor.kind) {
    case 'subscription':
      return findTroubleOfSubscription(actor, facts)
    case 'charge':
      return findTroubleOfCharge(actor, facts)
    case 'payment':
      return findTroubleOfPayment(actor, facts)
    case 'permit':
      return findTroubleOfPermit(actor, facts)
    case 'customer':
      return findTroubleOfCustomer(actor, facts)
    case 'transaction':
      return findTroubleOfTransaction(actor, facts)
    case 'delivery':
      return findTroubleOfDelivery(actor)
    case 'destination':
      return findTroubleOfDestination(actor)
    case 'verification':
      return findTroubleOfVerification(actor)
    case 'gasWallet':
      return findTroubleOfGasWallet(actor)
    case 'plan':
      return null
  }
}

const byMoment = (one: ArmedTimer, other: ArmedTimer) => one.at.localeCompare(other.at)
