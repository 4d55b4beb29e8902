/** Money to try the service with, on chains whose money it makes itself: never on one that others share. */
import { z } from 'zod'
import { Problem } from '../../../shared/problems.ts'
import { ensureGasWallet } from '../../../store/merchants/gas-wallets.ts'
import { memberRoute } from '../../routing/route.ts'
import { PayingAddress, textField } from '../../schemas/fields.ts'

/** A block or two are mined for it. */
const givingTimeoutMs = 5_000
const measuringTimeoutMs = 2_000

const Answer = z.object({ given: z.array(z.string()).nullable() })

export const giveTestMoneyRoute = memberRoute({
  method: 'POST',
  path: '/dashboard/api/{network}/test-money',
  operationId: 'giveTestMoney',
  right: 'integrate',
  tag: 'Setup',
  summary: 'Get test money',
  description:
    'On a local chain of the test network, which the service makes the money of: its coin for your gas wallet, or coin and ' +
    'tokens for the wallet that you try to pay with. `NotFound` on every other chain, where nobody gives money by this service.',
  body: z
    .strictObject({
      blockchain: textField('the name of a blockchain', 100),
      address: PayingAddress.optional().meta({
        description: 'A wallet that is to pay. Left out: your gas wallet on that chain',
      }),
    })
    .meta({ id: 'TestMoneyWish' }),
  answer: {
    description: 'What was given.',
    schema: z
      .strictObject({
        address: z.string(),
        given: z.array(z.string()).meta({ examples: [['10 ETH', '1000 ltUSDC']] }),
      })
      .meta({ id: 'TestMoney' }),
  },
  problems: ['NotFound'],
  async handle({ body: { blockchain, address: payer }, caller: { owner }, dependencies }) {
    const { bus, directory } = dependencies
    const chain = directory.ofNetwork(owner.network).find(({ name }) => name === blockchain)
    if (!chain?.embedded) throw notOurs(blockchain)
    const address = payer ?? (await ensureGasWallet(dependencies, owner, blockchain)).address
    const wish = { blockchain, address, withTokens: payer !== undefined }
    const answer = await bus.requestChain('testMoney', wish, givingTimeoutMs)
    const { given } = Answer.parse(answer)
    if (!given) throw notOurs(blockchain)
    // The wallet's balance is known at once then; where the watcher is slow, a minute later.
    if (!payer)
      await bus.requestChain('gasLevels', { blockchain }, measuringTimeoutMs).catch(() => undefined)
    return { body: { address, given } }
  },
})

const notOurs = (blockchain: string) =>
  new Problem(
    'NotFound',
    `Nobody gives money on '${blockchain}' by this service: it makes that of local chains alone. Send some from a wallet of yours; a public test network has a faucet.`,
  )
