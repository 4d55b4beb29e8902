/**
 * Asks tokens why they refuse transfers for which funds and allowance suffice, by the views of the large
 * stablecoins. They are asked only after a refusal; a view that a token does not have counts as a no.
 */
import { type Address, type Client, parseAbi } from 'viem'
import { multicall } from 'viem/actions'
import { readFromChain } from './chain-errors.ts'
import { batchSizeFor } from './multicall-size.ts'

export type TokenRefusal = 'TokenPaused' | 'PayerBlocked' | 'ReceiverBlocked' | 'ContractBlocked'
/** `contract` moves the tokens from the payer to the receiver. */
export type RefusedTransfer = {
  token: Address
  payer: Address
  receiver: Address
  contract: Address
}

const abi = parseAbi([
  'function paused() view returns (bool)',
  'function isBlacklisted(address) view returns (bool)',
  'function isBlackListed(address) view returns (bool)',
  'function isFrozen(address) view returns (bool)',
  'function isBlocked(address) view returns (bool)',
])
/** USDC and EURC, USDT, PYUSD, and newer USDT. */
const blockedViews = ['isBlacklisted', 'isBlackListed', 'isFrozen', 'isBlocked'] as const
/** In the order of the accounts in each question. */
const blockedReasons = ['PayerBlocked', 'ReceiverBlocked', 'ContractBlocked'] as const
const selectorBytes = 4

/** Asks the tokens for the reason of each refused transfer, in order; null where a token gives none. */
export async function askTokens(
  client: Client,
  transfers: RefusedTransfer[],
  blockNumber?: bigint,
): Promise<(TokenRefusal | null)[]> {
  if (!transfers.length) return []
  const contracts = transfers.flatMap(({ token, payer, receiver, contract }) => [
    { address: token, abi, functionName: 'paused' } as const,
    ...[payer, receiver, contract].flatMap((account) =>
      blockedViews.map(
        (functionName) => ({ address: token, abi, functionName, args: [account] }) as const,
      ),
    ),
  ])
  const answers = await readFromChain(() =>
    multicall(client, {
      contracts,
      allowFailure: true,
      deployless: true,
      batchSize: batchSizeFor(selectorBytes),
      ...(blockNumber !== undefined && { blockNumber }),
    }),
  )
  const affirmed = answers.map(({ result }) => result === true)
  const perTransfer = affirmed.length / transfers.length
  return transfers.map((_, index) => {
    const [isPaused, ...views] = affirmed.slice(index * perTransfer, (index + 1) * perTransfer)
    if (isPaused) return 'TokenPaused'
    const blockedAt = views.indexOf(true)
    return blockedAt === -1 ? null : blockedReasons[Math.floor(blockedAt / blockedViews.length)]!
  })
}
