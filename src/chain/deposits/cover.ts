/**
 * Limits what logs say to what balances cover: of the money that a token's logs report, only as much
 * counts as the address holds, or has passed on. That finds out a token that takes a fee, or lies.
 */
import type { Address, Client, Hash } from 'viem'
import { multicall } from 'viem/actions'
import type { Deposited } from '../../../machines/payment/payment.events.ts'
import { erc20Abi } from '../abi/erc20.ts'
import { detailsOf, RpcUnavailable } from '../chain-errors.ts'
import { batchSizeFor } from '../multicall-size.ts'
import { isNodeFailure } from '../rpc/complaints.ts'
import { larger } from '../../shared/money.ts'

export type Holding = { token: Address; holder: Address }
export type Sums = { inTime: Deposited; late: Deposited }

/** A selector and one argument. */
const balanceOfBytes = 36

/**
 * Reads the balance of each holder in its token as of a block, or now, in order; `null` where the
 * token gives none.
 *
 * @throws `RpcUnavailable` when the node does not answer, or does not hold the block
 */
export async function readHoldings(
  client: Client,
  holdings: Holding[],
  blockHash?: Hash,
): Promise<(bigint | null)[]> {
  if (!holdings.length) return []
  const answers = await multicall(client, {
    contracts: holdings.map(
      ({ token, holder }) =>
        ({ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [holder] }) as const,
    ),
    allowFailure: true,
    deployless: true,
    batchSize: batchSizeFor(balanceOfBytes),
    ...(blockHash && { blockHash, requireCanonical: true }),
  })
  return answers.map(({ result, error }) => {
    if (isNodeFailure(error))
      throw new RpcUnavailable(`balances cannot be read: ${detailsOf(error)}`, { cause: error })
    return (result as bigint | undefined) ?? null
  })
}

/** Base units that an address holds or has passed on, according to one node, and as far as enough nodes agree. */
export type Covered = { seen: bigint; confirmed: bigint }

/** Base units of these sums that were reported as confirmed before. */
export type CreditedBefore = { inTime: bigint; late: bigint }

/**
 * Limits sums to the money that is covered; what came late is the first to be left out. What was
 * credited before stays, because an address also holds less when a node withheld the log of a sweep.
 */
export function limitToCovered(
  { seen, confirmed }: Covered,
  { inTime, late }: Sums,
  before: CreditedBefore,
): Sums {
  const uncredited = (covered: bigint) => larger(covered - before.inTime - before.late, 0n)
  const free = { seen: uncredited(larger(seen, confirmed)), confirmed: uncredited(confirmed) }
  const inTimeAnew = BigInt(inTime.seen) - before.inTime
  const left = {
    seen: larger(free.seen - inTimeAnew, 0n),
    confirmed: larger(free.confirmed - inTimeAnew, 0n),
  }
  return {
    inTime: limitEach(inTime, before.inTime, free),
    late: limitEach(late, before.late, left),
  }
}

const limitEach = ({ seen, confirmed }: Deposited, before: bigint, free: Covered): Deposited => ({
  seen: least(seen, before + free.seen),
  confirmed: least(confirmed, before + free.confirmed),
})

const least = (amount: string, limit: bigint): string =>
  BigInt(amount) < limit ? amount : String(limit)
