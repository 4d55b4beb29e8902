/**
 * Why a token refuses a transfer that funds and allowance suffice for, where it says so itself: by the
 * views of the large stablecoins. They are asked only after a refusal, and what a token does not have
 * says nothing.
 */
import { type Address, type Client, parseAbi } from 'viem'
import { multicall } from 'viem/actions'
import { readFromChain } from './chain-errors.ts'
import { batchSizeFor } from './multicall-size.ts'

export type TokenRefusal = 'TokenPaused' | 'PayerBlocked' | 'ReceiverBlocked' | 'ContractBlocked'
/** `contract` takes from the payer what goes to the receiver. */
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
/** In the order in which the accounts are asked about. */
const blockedReasons = ['PayerBlocked', 'ReceiverBlocked', 'ContractBlocked'] as const
const selectorBytes = 4

/** Asks the tokens, in order; null where the token does not say. */
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
  const said = answers.map(({ result }) => result === true)
  const perTransfer = said.length / transfers.length
  return transfers.map((_, index) => {
    const [isPaused, ...views] = said.slice(index * perTransfer, (index + 1) * perTransfer)
    if (isPaused) return 'TokenPaused'
    const blockedAt = views.indexOf(true)
    return blockedAt === -1 ? null : blockedReasons[Math.floor(blockedAt / blockedViews.length)]!
  })
}
