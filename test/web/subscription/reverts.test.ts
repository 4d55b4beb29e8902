/** What wallets and nodes say of a call that a contract refuses, instead of Geth's code 3 with the bytes. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Provider } from '../../../web/wallet/provider.ts'
import { permits, waysOf } from './approving.ts'
import { type ChainPayer, type ChainWorld, newPayer, startChainWorld } from './chain-world.ts'

let world: ChainWorld
beforeAll(async () => {
  world = await startChainWorld()
})
afterAll(() => world?.stop())

const internal = { code: -32_603, message: 'Internal JSON-RPC error.' }
const reverted = 'execution reverted'

/** The payer's own wallet, which says in other words whatever its node refuses. */
function whoseNodeSays(payer: ChainPayer, refusal: unknown): ChainPayer {
  const { provider: own } = payer.signer
  const provider: Provider = {
    ...own,
    request: (call) =>
      own.request(call).catch((error: unknown) => {
        throw call.method === 'eth_call' ? refusal : error
      }),
  }
  return { ...payer, signer: { ...payer.signer, provider } }
}

test.each<[string, unknown]>([
  ['Geth before 1.15, and Besu', { code: -32_000, message: reverted }],
  ['MetaMask with the node’s code', { ...internal, data: { code: 3, message: reverted } }],
  [
    'MetaMask with a code that says less',
    { ...internal, data: { code: -32_000, message: reverted } },
  ],
  ['MetaMask with the bytes', { ...internal, data: { code: 3, data: '0x' } }],
  ['an original error', { ...internal, data: { originalError: { code: 3 } } }],
  ['Nethermind', { code: -32_015, message: 'VM execution error.', data: 'Reverted 0x' }],
  ['an old contract', { code: -32_000, message: 'invalid opcode: INVALID' }],
  ['a library', { code: 'CALL_EXCEPTION', message: 'missing revert data' }],
  ['a text', reverted],
])('a token refuses what it does not know, as %s says it', async (_, refusal) => {
  // It has no version of its own to tell.
  const payer = await newPayer(world, { token: 'permit', abilities: { signsTypedData: true } })
  const ways = await waysOf(whoseNodeSays(payer, refusal))
  expect(ways.map(({ way }) => way)).toEqual(['permit', 'approve'])
})

test('a limit can be allowed where the wallet tells nothing about permits', async () => {
  const payer = await newPayer(world, { token: 'permit', abilities: { signsTypedData: true } })
  const silent = whoseNodeSays(payer, { code: -32_000, message: 'header not found' })
  expect((await waysOf(silent, permits)).map(({ way }) => way)).toEqual(['approve'])
})
