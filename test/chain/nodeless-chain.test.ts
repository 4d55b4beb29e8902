/** A chain of which no node is named, as a command has it that runs beside an embedded one, or of which none answers. */
import { createClient, http } from 'viem'
import { expect, test } from 'vitest'
import { verifyChainId } from '../../src/chain/clients.ts'
import { requireLocalNode } from '../../src/chain/deployments/local-node.ts'
import { isNodeFailure } from '../../src/chain/rpc/complaints.ts'

test('a chain without the address of a node is named, with the setting that has them', async () => {
  const chain = { name: 'LocalTestNet', chainId: 31_337 }
  await expect(verifyChainId(chain, { nodes: [], rpcNodes: [] })).rejects.toThrow(
    'LocalTestNet has no address of a node: name those of a running service, as rpcUrls in CHAINS_FILE',
  )
})

test('an embedded chain whose node went away is waited for, and not taken for a real one', async () => {
  // Nobody listens there.
  const away = createClient({ transport: http('http://127.0.0.1:1', { retryCount: 0 }) })
  const named = { name: 'LocalTestNet' }
  const error: unknown = await requireLocalNode(named, [away]).catch((reason: unknown) => reason)
  expect(isNodeFailure(error)).toBe(true)
  expect(String(error)).not.toContain('take "embedded" out')
})
