/** Hands in a permit that the payer has signed, for the merchant's gas wallet to send. */
import { mayUseAllowance, isPermitTooMany } from '../../store/views/payers/permit-limits.ts'
import type { PermitInput } from '../../../machines/permit/permit.events.ts'
import type { PermitReason } from '../../../machines/reasons.ts'
import type { ChainDirectory } from '../../shared/chain-directory.ts'
import { Problem } from '../../shared/problems.ts'
import type { StoredActor } from '../../shared/stored-actor.ts'
import { findGasLimits } from '../../store/merchants/gas-limits.ts'
import { PermitResource, toPermitResource } from '../../core/resources/permit.ts'
import { commandActor } from '../commands.ts'
import type { HttpDependencies } from '../dependencies.ts'
import { NewPermit, toPermitInput } from '../permit-terms.ts'
import { ContractParams } from '../schemas/path.ts'
import { customerRoute } from '../routing/route.ts'
import { requireOwnSubscription } from './own-subscriptions.ts'

export const handInPermitRoute = customerRoute({
  method: 'POST',
  path: '/session/subscriptions/{contractAddress}/permit',
  operationId: 'handInPermit',
  tag: 'Subscriptions',
  summary: 'Hand in a signed permit',
  description:
    'An EIP-2612 permit, with the contract as the spender. The merchant’s gas wallet sends it, after it has ' +
    'been tried on the chain; the subscription’s `permit` says how far it has come. A sum that covers fewer ' +
    'charges than the subscription has is taken for as many as it covers. The same permit twice is one permit.',
  params: ContractParams,
  body: NewPermit,
  answer: { description: 'The permit as it is now.', schema: PermitResource },
  problems: ['SubscriptionNotFound', 'PermitNotTaken'],
  limit: 'change',
  async handle(call) {
    const { caller, params, body, dependencies } = call
    const found = await requireOwnSubscription(dependencies, caller, params.contractAddress)
    const input = toPermitInput(found.snapshot.context, body, dependencies.clock.now())
    await requireUse(dependencies, found, input)
    const permit = await commandActor(call, {
      kind: 'permit',
      entityId: input.id,
      owner: caller.owner,
      event: { type: 'permit.create', input },
      by: 'payer',
    })
    return { body: toPermitResource(permit) }
  },
})

/** @throws PermitNotTaken where it is known already that the permit would not be sent */
async function requireUse(
  { database, directory, clock }: HttpDependencies,
  { status, snapshot: { context } }: StoredActor<'subscription'>,
  permit: PermitInput,
): Promise<void> {
  const { chargesMade, maxPeriods, asset, blockchain } = context
  if (!mayUseAllowance({ status, chargesMade, maxPeriods }))
    throw notTaken('SubscriptionEnded', `The subscription is ${status}: no charge is to come.`)
  if (!takesPermits(directory, blockchain, asset))
    throw notTaken('PermitRefused', `${asset} is not known to take permits; approve instead.`)
  const { relaysPermits } = await findGasLimits({ database }, permit, blockchain)
  if (!relaysPermits)
    throw notTaken('RelayOff', 'The merchant sends no permits on this chain; approve instead.')
  if (await isPermitTooMany(database.pool, permit, clock.realNow()))
    throw notTaken(
      'TooManyPermits',
      'As many permits as may be were sent within a day; approve instead.',
    )
}

const takesPermits = (directory: ChainDirectory, blockchain: string, asset: string): boolean =>
  directory.chain(blockchain)?.assets.find(({ code }) => code === asset)?.permit === true

const notTaken = (reason: PermitReason, message: string): Problem =>
  new Problem('PermitNotTaken', message, { details: { reason } })
