/** Turns the happenings of a scenario into single acts, each at its moment. */
import { dayMs } from '../../../machines/durations.ts'
import { isBalanceNews } from '../../../machines/subscription/subscription.events.ts'
import { endedSubscriptions } from '../states.ts'
import { toBaseUnits } from '../../shared/money.ts'
import { requireKind } from '../../shared/stored-actor.ts'
import type { ChainModel } from './chain-model.ts'
import { decimals, type Happening, type Scenario } from './scenario.ts'
import type { World } from './world.ts'

/** An act works on this; `refuse` hears why somebody may not do what the scenario wants. */
export type Stage = {
  world: World
  chain: ChainModel
  beganMs: number
  refuse: (what: string, why: string) => void
}

type ActStage = Pick<Stage, 'world' | 'chain'>

/** An act at its moment, in Unix milliseconds. */
export type Act = { atMs: number; does: (stage: Stage) => void }

/** All acts of a scenario, the first ones first; those of one moment in the order of the scenario. */
export function toActs({ happenings }: Scenario, beganMs: number): Act[] {
  return happenings
    .flatMap((one) => actsOf(one, beganMs))
    .toSorted((one, other) => one.atMs - other.atMs)
}

function actsOf(one: Happening, beganMs: number): Act[] {
  const at = (day: number, does: Act['does']): Act => ({ atMs: momentOf(beganMs, day), does })
  switch (one.what) {
    case 'walletEmpty':
      return emptyWallet(one, at)
    case 'allowanceSet':
      return [at(one.onDay, (stage) => allow(stage, toBaseUnits(one.to, decimals)))]
    case 'balanceSet':
      return [at(one.onDay, (stage) => setBalance(stage, toBaseUnits(one.to, decimals)))]
    case 'rpcAway':
      return spanOf(one, at, ({ chain }, isOn) => {
        chain.isSilent = isOn
      })
    case 'feesAboveLimit':
      return spanOf(one, at, ({ chain }, isOn) => {
        chain.heldBackFor = isOn ? 'GasCostAboveLimit' : null
      })
    case 'gasWalletEmpty':
      return spanOf(one, at, ({ chain }, isOn) => {
        chain.heldBackFor = isOn ? 'GasWalletEmpty' : null
      })
    case 'command':
      return [at(one.onDay, (stage) => press(stage, one))]
    case 'onChain':
      return [at(one.onDay, (stage) => callContract(stage, one.call))]
    case 'strangerCharges':
      return [at(one.onDay, chargeAsStranger)]
  }
}

type At = (day: number, does: Act['does']) => Act

/** A moment of a scenario; chains and commands count whole seconds. */
export const momentOf = (beganMs: number, day: number): number =>
  beganMs + Math.round((day * dayMs) / 1_000) * 1_000

const spanOf = (
  { fromDay, toDay }: { fromDay: number; toDay: number },
  at: At,
  turn: (stage: Stage, isOn: boolean) => void,
): Act[] => [at(fromDay, (stage) => turn(stage, true)), at(toDay, (stage) => turn(stage, false))]

function emptyWallet(one: { fromDay: number; toDay: number }, at: At): Act[] {
  let aside = 0n
  return spanOf(one, at, (stage, isOn) => {
    const { contract } = stage.world
    if (isOn) [aside, contract.balance] = [contract.balance, 0n]
    else setBalance(stage, contract.balance + aside)
  })
}

/** Every approval is a reason to read the payer's funds, as long as the contract might be charged. */
export function allow({ world, chain }: ActStage, amount: bigint): void {
  world.contract.allowance = amount
  const { actor } = world.subscription
  const { context } = requireKind(actor, 'subscription').snapshot
  const isOver = endedSubscriptions.includes(actor.status as never)
  const isWatched = !isOver || (actor.status === 'Cancelled' && !context.isCancelledOnChain)
  if (isWatched) chain.showChangedFunds()
}

/** Money that comes is noticed where it is waited for, and reported where it is news; money that goes is not. */
export function setBalance({ world, chain }: ActStage, amount: bigint): void {
  const { contract, subscription } = world
  const hasCome = amount > contract.balance
  contract.balance = amount
  const { status, phase, snapshot } = requireKind(subscription.actor, 'subscription')
  const { isAtRisk, reason, allowance } = snapshot.context
  const isDraft = status === 'Draft' && allowance !== '0'
  const isShort = phase === 'Overdue' || isAtRisk || reason !== null || isDraft
  const isOver = endedSubscriptions.includes(status)
  const isNews = () => isBalanceNews({ ...snapshot.context, phase }, String(amount))
  if (hasCome && isShort && !isOver && isNews()) chain.showFunds()
}

function press(stage: Stage, one: Extract<Happening, { what: 'command' }>): void {
  const { world, beganMs, refuse } = stage
  const { command, by, untilDay } = one
  const until =
    untilDay === undefined ? {} : { until: new Date(momentOf(beganMs, untilDay)).toISOString() }
  const asked = command === 'pause' && until.until !== undefined ? 'pauseUntil' : command
  const taken = world.press(asked, { by, ...until })
  if (!taken) return
  const instead = taken.length > 0 ? `it takes ${taken.join(', ')} now` : 'it takes no command now'
  refuse(`${command} by the ${by}`, `refused: ${instead}`)
}

function callContract(
  { world, chain, refuse }: Stage,
  call: 'freeze' | 'unfreeze' | 'cancel',
): void {
  const { contract, nowMs } = world
  const refusal = chain.doOnChain(contract[call](contract.terms.payer, nowMs))
  if (refusal) refuse(`${call} by the payer on the chain`, `refused by the contract: ${refusal}`)
}

function chargeAsStranger({ world, chain, refuse }: Stage): void {
  const { contract, nowMs } = world
  const refusal = chain.doOnChain(contract.charge(nowMs))
  if (refusal) refuse('charge by a stranger', `refused by the contract: ${refusal}`)
}
