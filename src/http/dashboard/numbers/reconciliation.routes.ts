/** Our books against the chains': for each asset what we have recorded, what the chain's logs say, and the difference. */
import { z } from 'zod'
import { formatMoney } from '../../../shared/money.ts'
import { toCount } from '../../../store/lists/totals.ts'
import { ChainAddress, Money, RealTime, TransactionHash } from '../../../core/resources/fields.ts'
import {
  type ReconciliationDifference,
  listDifferences,
  listReadBlocks,
  type ReconciliationLine,
  readReconciliation,
  reconciled,
  type ReconciliationSide,
  sides,
  sumRefunds,
} from '../../../store/views/reconciliation/reconciliation.ts'
import { memberRoute } from '../../routing/route.ts'
import { singleParameter } from '../../schemas/query.ts'
import {
  describePage,
  countedPage,
  ListPageResource,
  markPaging,
  splitQuery,
} from '../../lists/page.ts'
import { recentAnswersOf } from './recent-answers.ts'
import { RowsLink, toRows } from './rows-link.ts'

const path = '/dashboard/api/{network}/reconciliation'

const What = z.enum(reconciled).meta({
  description:
    '`charges`: succeeded, against the events of their contracts. `received`: confirmed at deposit addresses, and ' +
    '`swept` from there to the receiver, against the transfers of the tokens',
})
const count = z.int().nonnegative()
const side = z
  .strictObject({ count, amount: Money, rows: RowsLink })
  .meta({ id: 'ReconciliationSide' })

const Line = z
  .strictObject({
    what: What,
    blockchain: z.string(),
    asset: z.string(),
    ours: side.meta({ description: 'What the service has recorded' }),
    chain: side.meta({ description: 'What the logs of the chain come to' }),
    difference: Money.meta({ description: 'How far they are apart, whoever has more' }),
    differing: z
      .strictObject({ count, rows: RowsLink })
      .meta({ id: 'Differing', description: 'The rows that are not the same on both sides' }),
  })
  .meta({ id: 'ReconciliationLine' })

const Refunds = z
  .strictObject({ blockchain: z.string(), asset: z.string(), count, amount: Money })
  .meta({ id: 'RecordedRefunds' })

const ReadBlock = z
  .strictObject({ blockchain: z.string(), blockNumber: z.int(), seenAt: RealTime })
  .meta({ id: 'ReadBlock' })

export const readReconciliationRoute = memberRoute({
  method: 'GET',
  path,
  operationId: 'readReconciliation',
  right: 'read',
  tag: 'Overview',
  summary: 'Hold our books against the chains',
  description:
    'Only what is credited counts, on both sides. While a block is being credited they may differ for a moment; ' +
    'what stays different is a fault, and named. An answer is at most three seconds old.',
  answer: {
    description: 'A line for each asset and kind of movement.',
    schema: z.strictObject({
      lines: z.array(Line),
      refunds: z.array(Refunds).meta({
        description: 'Your own records: the service does not see your own transfers',
      }),
      readUpTo: z.array(ReadBlock).meta({ description: 'The last block read of each chain' }),
    }),
  },
  async handle({ caller: { owner }, dependencies: { database, directory } }) {
    const key = `reconciliation ${owner.merchantId} ${owner.network}`
    const body = await recentAnswersOf(database).answer(key, async () => {
      const [lines, refunds, blocks] = await Promise.all([
        readReconciliation(database, owner),
        sumRefunds(database, owner),
        listReadBlocks(database),
      ])
      const chains = directory.ofNetwork(owner.network).map(({ name }) => name)
      return {
        lines: lines.map(toLine),
        refunds: refunds.map(({ decimals, amount, ...refund }) => ({
          ...refund,
          amount: formatMoney(amount, decimals, refund.asset),
        })),
        readUpTo: blocks.filter(({ blockchain }) => chains.includes(blockchain)),
      }
    })
    return { body }
  },
})

function toLine({ what, blockchain, asset, decimals, ...line }: ReconciliationLine) {
  const apart = BigInt(line.ours) - BigInt(line.chain)
  const rowsOf = (knownTo?: ReconciliationSide) =>
    toRows('reconciliation/differences', { what, blockchain, asset, knownTo })
  const toSide = (name: ReconciliationSide, sideCount: number, amount: string) => ({
    count: sideCount,
    amount: formatMoney(amount, decimals, asset),
    rows: rowsOf(name),
  })
  return {
    what,
    blockchain,
    asset,
    ours: toSide('ours', line.oursCount, line.ours),
    chain: toSide('chain', line.chainCount, line.chain),
    difference: formatMoney(apart < 0n ? -apart : apart, decimals, asset),
    differing: { count: line.differing, rows: rowsOf() },
  }
}

const DifferenceResource = z
  .strictObject({
    what: What,
    id: z.string().meta({
      description:
        'The id of the charge or payment; contract and period of a charge that we do not know',
    }),
    contractAddress: ChainAddress.nullable(),
    period: z.int().nullable(),
    blockchain: z.string(),
    ours: Money.nullable().meta({ description: 'Null where we know nothing of it' }),
    chain: Money.nullable().meta({ description: 'Null where the chain knows nothing of it' }),
    transactionHash: TransactionHash.nullable(),
  })
  .meta({ id: 'Difference' })

export const listDifferencesRoute = memberRoute({
  method: 'GET',
  path: `${path}/differences`,
  operationId: 'listDifferences',
  right: 'read',
  tag: 'Overview',
  summary: 'List what we and a chain do not agree on',
  query: z.strictObject({
    ...countedPage,
    what: singleParameter(z.enum(reconciled)).optional(),
    blockchain: singleParameter(z.string()).optional(),
    asset: singleParameter(z.string()).optional(),
    knownTo: singleParameter(z.enum(sides))
      .optional()
      .meta({
        description:
          'All rows that this side has, whether they agree or not; without it, those that differ',
        examples: ['ours'],
      }),
  }),
  answer: {
    description: 'The rows that differ, or those of one side.',
    schema: z.strictObject({ differences: z.array(DifferenceResource), page: ListPageResource }),
  },
  async handle({ query, caller: { owner }, dependencies: { database } }) {
    const { paging, filter } = splitQuery(query)
    const shown = markPaging(paging, 'differences', owner, filter)
    const { rows, total, ...ends } = await listDifferences(database, owner, filter, shown)
    const page = describePage(shown, ends, paging.withTotal ? toCount(total) : undefined)
    return { body: { differences: rows.map(toDifference), page } }
  },
})

function toDifference({ asset, decimals, ours, chain, ...difference }: ReconciliationDifference) {
  return {
    ...difference,
    ours: ours && formatMoney(ours, decimals, asset),
    chain: chain && formatMoney(chain, decimals, asset),
  }
}
