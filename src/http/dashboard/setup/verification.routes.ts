/**
 * The business verification: a merchant submits it, an operator decides it. There is one for each
 * merchant, and it is about the main network, whatever network asks.
 */
import { z } from 'zod'
import { BusinessDetails } from '../../../../machines/verification/verification.events.ts'
import type { StoredActor } from '../../../shared/stored-actor.ts'
import { listAccepted } from '../../../core/accepted/accepted-commands.ts'
import type { CommandRole } from '../../../core/turn/command-roles.ts'
import { findActor } from '../../../store/views/actors.ts'
import { verificationStatuses } from '../../../store/views/verifications.ts'
import type { Owner } from '../../../shared/owner.ts'
import { commandActor, type Target } from '../../commands.ts'
import { memberRoute } from '../../routing/route.ts'

const path = '/dashboard/api/{network}/verification'

/** The business in the merchant's own words. */
const Details = BusinessDetails.meta({ id: 'BusinessDetails' })

export const VerificationResource = z
  .strictObject({
    status: z.enum(verificationStatuses),
    details: Details.nullable(),
    reason: z.string().nullable().meta({ description: 'Why it was rejected or revoked' }),
    actions: z.array(z.string()).meta({ description: 'The commands accepted now' }),
  })
  .meta({ id: 'Verification', description: "A merchant's business, as it is known." })

export const readVerificationRoute = memberRoute({
  method: 'GET',
  path,
  operationId: 'readVerification',
  right: 'read',
  tag: 'Setup',
  summary: 'Read the business verification',
  answer: { description: 'How it stands.', schema: VerificationResource },
  async handle({ caller, dependencies }) {
    const { entityId, owner } = toVerificationTarget(caller.owner.merchantId)
    const found = await findActor(dependencies.database, 'verification', entityId, owner)
    return { body: describeVerification(found, 'merchant') }
  },
})

export const submitVerificationRoute = memberRoute({
  method: 'POST',
  path,
  operationId: 'submitVerification',
  right: 'verify',
  tag: 'Setup',
  summary: 'Submit the business verification',
  description: 'Opens the main network once an operator approves it.',
  body: Details,
  answer: { description: 'It waits for an operator.', schema: VerificationResource },
  problems: ['CommandNotAllowed'],
  async handle(call) {
    const target = toVerificationTarget(call.caller.owner.merchantId)
    const input = { id: target.entityId, ...target.owner }
    // The entry of the audit log is that of the submission, which says what was there before.
    const unaudited = { ...call, audit: undefined }
    await commandActor(unaudited, { ...target, event: { type: 'verification.create', input } })
    const event = { type: 'verification.submit', details: call.body }
    return {
      body: describeVerification(await commandActor(call, { ...target, event }), 'merchant'),
    }
  },
})

/** Names the one verification of a merchant. */
export function toVerificationTarget(merchantId: string): Target<'verification'> {
  const owner: Owner = { merchantId, network: 'MainNet' }
  return { kind: 'verification', entityId: merchantId, owner }
}

/** The verification as its merchant or the operator sees it, with the commands that are theirs. */
export function describeVerification(actor: StoredActor<'verification'> | null, to: CommandRole) {
  const first = to === 'merchant' ? ['submit'] : []
  if (!actor) return { status: 'NotSubmitted', details: null, reason: null, actions: first }
  const { details, reason } = actor.snapshot.context
  return { status: actor.status, details, reason, actions: listAccepted(to, actor) }
}
