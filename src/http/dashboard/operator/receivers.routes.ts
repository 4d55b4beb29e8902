/** What operators do about a merchant's receivers: call a change off, before it counts. They set none. */
import { z } from 'zod'
import { Problem } from '../../../shared/problems.ts'
import { findMerchant } from '../../../store/merchants/merchants.ts'
import { callOffReceiver } from '../../../store/merchants/pending-receivers.ts'
import { requireDemoReach } from '../../authentication/demo.ts'
import { networkNames, toActor } from '../../authentication/session.ts'
import { operatorRoute } from '../../routing/route.ts'
import { PathText } from '../../schemas/path.ts'

const networkWords = Object.keys(networkNames) as (keyof typeof networkNames)[]

export const callOffReceiverOfMerchantRoute = operatorRoute({
  method: 'POST',
  path: '/dashboard/api/operator/merchants/{merchantId}/receivers/{network}/{blockchain}/call-off',
  operationId: 'callOffReceiverOfMerchant',
  tag: 'Merchants',
  summary: 'Call off a receiver of a merchant that does not count yet',
  description:
    'For when a merchant’s owner is a thief, or cannot act in time. The merchant’s owners are told, where mail is on.',
  params: z.object({ merchantId: PathText, network: z.enum(networkWords), blockchain: PathText }),
  answer: { status: 204, description: 'The receiver stays what it is.' },
  problems: ['NotFound'],
  async handle({ params: { merchantId, network, blockchain }, caller, audit, dependencies }) {
    const merchant = await findMerchant(dependencies, merchantId)
    if (!merchant) throw new Problem('NotFound', `There is no merchant '${merchantId}'.`)
    requireDemoReach(caller.account, merchant)
    const owner = { merchantId, network: networkNames[network] }
    if (await callOffReceiver(dependencies, owner, blockchain, toActor(caller, audit))) return {}
    throw new Problem('NotFound', `No receiver waits on ${blockchain}.`)
  },
})
