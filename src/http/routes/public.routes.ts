/** The calls that browsers make without credentials: they answer only what is public on the chain. */
import { z } from 'zod'
import { Problem } from '../../shared/problems.ts'
import type { SubscriptionInput } from '../../../machines/subscription/subscription.events.ts'
import { formatMoney } from '../../shared/money.ts'
import { badRequest } from '../../shared/problems.ts'
import { Money } from '../../core/resources/fields.ts'
import { subscriptionStatuses, toSubscriptionResource } from '../../core/resources/subscription.ts'
import { findSubscriptionOfAnyone } from '../../store/views/subscriptions.ts'
import type { HttpDependencies } from '../dependencies.ts'
import { publicRoute } from '../routing/route.ts'
import { showValue } from '../requests/shown-value.ts'
import { AnyCaseHash, textField } from '../schemas/fields.ts'
import { ContractParams } from '../schemas/path.ts'

const chainAnswerTimeoutMs = 1_500

export const statusRoute = publicRoute({
  method: 'GET',
  path: '/integration/subscriptions/{contractAddress}/status',
  operationId: 'getSubscriptionStatus',
  tag: 'Public',
  summary: 'Read status and allowance',
  description: 'The allowance is what the chain says now, or said last where it does not answer.',
  params: ContractParams,
  cellOf: ({ params: { contractAddress } }, cells) =>
    cells.of({ by: 'subscription', value: contractAddress }),
  answer: {
    description: 'What anybody may know.',
    schema: z
      .strictObject({
        status: z.enum(subscriptionStatuses),
        allowance: Money.meta({ examples: ['24 ltUSDC'] }),
      })
      .meta({ id: 'SubscriptionStatus' }),
  },
  problems: ['SubscriptionNotFound'],
  async handle({ params: { contractAddress }, dependencies }) {
    const subscription = await findSubscriptionOfAnyone(dependencies.database, contractAddress)
    if (!subscription)
      throw new Problem(
        'SubscriptionNotFound',
        `There is no subscription at ${contractAddress}: this is the contractAddress that its creation answered.`,
      )
    const { status, allowance } = toSubscriptionResource(subscription, dependencies.clock.now())
    const live = await askAllowance(dependencies, subscription.snapshot.context)
    return { body: { status, allowance: live ?? allowance } }
  },
})

const AllowanceAnswer = z.object({ allowance: z.string().regex(/^[0-9]+$/) })

/** Asks the watcher; null where it does not answer in time. */
async function askAllowance(
  { bus }: HttpDependencies,
  { contractAddress, decimals, asset }: SubscriptionInput,
): Promise<string | null> {
  const answer = await bus
    .requestChain('allowance', { contractAddress }, chainAnswerTimeoutMs)
    .catch(() => undefined)
  const parsed = AllowanceAnswer.safeParse(answer)
  return parsed.success ? formatMoney(parsed.data.allowance, decimals, asset) : null
}

export const hintRoute = publicRoute({
  method: 'POST',
  path: '/integration/subscriptions/hint-update-state',
  operationId: 'hintUpdateState',
  tag: 'Public',
  summary: 'Hint that something happened on the chain',
  description:
    'A hint is never believed, only checked: the chain is looked at now. The answer does not wait for the look.',
  body: z
    .object({
      blockchain: textField('the name of a blockchain', 100),
      hash: AnyCaseHash.nullish().meta({ description: 'The transaction, where it is known' }),
    })
    .meta({ id: 'ChainHint' }),
  answer: {
    description: 'The hint was taken.',
    schema: z.strictObject({ isAccepted: z.literal(true) }).meta({ id: 'HintAccepted' }),
  },
  async handle({ body: { blockchain }, dependencies: { cells, directory } }) {
    if (!directory.chain(blockchain)) {
      const known = directory.chains.map(({ name }) => name).join(', ')
      const message = `must be one of ${known}; it is ${showValue(blockchain)}`
      throw badRequest([{ path: 'blockchain', message }])
    }
    // A chain is of all cells. Nobody waits for the results: each watcher polls by itself, too.
    for (const { bus } of cells.all)
      void bus.requestChain('hint', { blockchain }, chainAnswerTimeoutMs).catch(() => undefined)
    return { body: { isAccepted: true } }
  },
})
