import type { CommonBlock } from './common-block.ts'
import { type Holding, readHoldings } from '../../chain/deposits/holdings.ts'
import { findGivenByEnough } from '../../chain/agreement/find-agreed.ts'

/**
 * Reads what each holder has of its token as of the common block, in order; undefined where fewer
 * nodes than needed give the same balance.
 */
export async function readAgreedHoldings(
  { holders, block }: CommonBlock,
  needed: number,
  holdings: Holding[],
): Promise<(bigint | null | undefined)[]> {
  const answers = await Promise.all(
    holders.map(({ node }) => readHoldings(node, holdings, block.hash).catch(() => null)),
  )
  return holdings.map((_, index) => {
    const balances = answers.flatMap((answer) => (answer ? [answer[index]!] : []))
    return findGivenByEnough(balances, needed)
  })
}
