/** A plan as somebody sees it who may subscribe to it. */
import { z } from 'zod'
import { daySeconds } from '../../../machines/durations.ts'
import type { ChainDirectory } from '../../shared/chain-directory.ts'
import type { StoredActor } from '../../shared/stored-actor.ts'
import type { ChainReceiver } from '../../store/merchants/receivers.ts'
import { ChainAddress } from '../../core/resources/fields.ts'
import { PlanResource, toPlanResource } from '../../core/resources/plan.ts'
import { ChainView, TokenView, toChainView, toTokenView } from '../chain-view.ts'

export const OfferedPlan = PlanResource.extend({
  graceSeconds: z.int().nonnegative().meta({
    description: 'How late a charge may still be made, as contracts count it',
  }),
  receiver: ChainAddress.nullable().meta({
    description:
      'The address that would receive the money; null where the merchant has not said so yet',
  }),
  token: TokenView.nullable().meta({ description: 'Null while its chain is not served' }),
  chain: ChainView.nullable().meta({ description: 'Null while it is not served' }),
}).meta({ id: 'OfferedPlan', description: 'A plan on offer, with what a wallet needs to know.' })
export type OfferedPlan = z.infer<typeof OfferedPlan>

export function toOfferedPlan(
  actor: StoredActor<'plan'>,
  directory: ChainDirectory,
  receivers: ChainReceiver[],
): OfferedPlan {
  const plan = toPlanResource(actor)
  const chain = directory.findLastKnown(plan.blockchain)
  const asset = chain?.assets.find(({ code }) => code === plan.asset)
  const receiver = receivers.find(({ blockchain }) => blockchain === plan.blockchain)
  return {
    ...plan,
    graceSeconds: graceSecondsOf(plan),
    receiver: receiver?.address ?? null,
    token: asset ? toTokenView(asset, asset) : null,
    chain: chain && toChainView(chain),
  }
}

/** The contract's tolerance, a quarter of the period up to a day, is the least grace there is: decision 0007. */
const graceSecondsOf = ({ gracePeriodSeconds, periodSeconds }: PlanResource): number =>
  Math.max(gracePeriodSeconds, Math.min(periodSeconds / 4, daySeconds))
