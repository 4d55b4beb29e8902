/** A chain of which no node is named, as a command has it that runs beside an embedded one. */
import { expect, test } from 'vitest'
import { verifyChainId } from '../../src/chain/clients.ts'

test('a chain without the address of a node is named, with the setting that has them', async () => {
  const chain = { name: 'LocalTestNet', chainId: 31_337 }
  await expect(verifyChainId(chain, { nodes: [], rpcNodes: [] })).rejects.toThrow(
    'LocalTestNet has no address of a node: name those of a running service, as rpcUrls in CHAINS_FILE',
  )
})
