/**
 * The business verification: a merchant submits it, an operator decides it. There is one
 * for each merchant, and it is about the main network, whatever network asks.
 */
import type { FastifyInstance } from 'fastify'
import { BusinessDetails } from '../../../machines/verification/verification.events.ts'
import type { StoredActor } from '../../shared/stored-actor.ts'
import type { Owner } from '../../shared/owner.ts'
import { findActor } from '../../store/views/actors.ts'
import { openToMerchant } from '../open-actions.ts'
import { createActor, sendCommand } from './command.ts'
import type { DashboardDependencies } from './dependencies.ts'
import { parse } from './parse.ts'
import { ownerOf } from './session.ts'

export function verificationRoutes(
  app: FastifyInstance,
  dependencies: DashboardDependencies,
): void {
  app.get('/verification', async (request) => {
    const { id, owner } = verificationOf(ownerOf(request).merchantId)
    return describeForMerchant(await findActor(dependencies.database, 'verification', id, owner))
  })

  app.post('/verification', async (request) => {
    const details = parse(request, { body: BusinessDetails }).body
    const target = verificationOf(ownerOf(request).merchantId)
    await createActor(dependencies, target, { id: target.id, ...target.owner })
    const event = { type: 'verification.submit', details }
    return describeForMerchant(await sendCommand(dependencies, target, event))
  })
}

/** Names the one verification of a merchant. */
export function verificationOf(merchantId: string) {
  const owner: Owner = { merchantId, network: 'MainNet' }
  return { kind: 'verification', id: merchantId, owner } as const
}

/** Leaves out what is the operator's to press. */
function describeForMerchant(actor: StoredActor<'verification'> | null) {
  const described = describeVerification(actor)
  return actor ? { ...described, actions: openToMerchant(actor) } : described
}

export function describeVerification(actor: StoredActor<'verification'> | null) {
  if (!actor) return { status: 'NotSubmitted', details: null, reason: null, actions: ['submit'] }
  const { details, reason } = actor.snapshot.context
  return { status: actor.status, details, reason, actions: actor.snapshot.actions }
}
