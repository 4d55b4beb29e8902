/** Nodes that do not answer do this to a scenario in memory. */
import type { Action, LifeAct } from './act.ts'
import { doPastService, giveCommands, takeNewestBack } from './block-acts.ts'
import { afterwardsMs, type LifeModel } from './life-model.ts'

export type Silent = Extract<LifeAct, { type: 'silent' }>

/** Nodes fall silent so long before what is due, so that what payers do meanwhile is in time. */
const beforehandMs = 60_000

export function doSilent(model: LifeModel, act: Silent): void {
  const dueMs = act.untilDue ? dueOf(model) : null
  if (dueMs !== null) model.passUntil(fallsSilentAt(dueMs))
  silence(model, true)
  doUnheard(model, act.actions)
  if (dueMs !== null) model.passUntil(endsAt(dueMs))
  giveCommands(model, act)
  const asked = hear(model)
  if (act.isTakenBack) takeNewestBack(model, 0)
  answer(model, asked)
}

/** The moment, in Unix milliseconds, of the next timer of the subscription itself. */
export function dueOf(model: LifeModel): number {
  const moment = model.momentOf({ type: 'waitLong' })
  if (moment === undefined) throw new Error('Nothing is due.')
  return moment
}

export const fallsSilentAt = (dueMs: number): number => dueMs - beforehandMs
export const endsAt = (dueMs: number): number => dueMs + afterwardsMs

export function silence({ members }: LifeModel, isSilent: boolean): void {
  for (const { chain } of members) chain.isSilent = isSilent
}

/** Others act on the chain, and nobody hears of it: where the funds have changed, they are read first, once. */
export function doUnheard(model: LifeModel, actions: readonly Action[]): void {
  const { chain } = model.members[0]!
  const results = doPastService(model, actions)
  if (actions.some(({ type }) => type === 'allow' || type === 'have')) chain.showFunds()
  for (const result of results) chain.doOnChain(result)
  model.rest()
}

type Asked = ReturnType<typeof takeRequests>

/** Hears what happened; requests made meanwhile wait still, and are returned. */
export function hear(model: LifeModel): Asked {
  const asked = takeRequests(model)
  silence(model, false)
  model.rest()
  return asked
}

/** Answers the requests. */
function answer(model: LifeModel, asked: Asked): void {
  for (const [place, { world }] of model.members.entries()) world.requests.unshift(...asked[place]!)
  model.rest()
  model.passUntil(model.nowMs)
}

const takeRequests = ({ members }: LifeModel) =>
  members.map(({ world }) => world.requests.splice(0))
