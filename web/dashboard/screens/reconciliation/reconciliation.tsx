import { say } from '../../../messages/dashboard/number-words.ts'
import { Empty } from '../../parts/list.tsx'
import { ReadGate } from '../../parts/read-gate.tsx'
import { CountedSum } from '../../parts/money.tsx'
import { Rows } from '../../parts/rows-link.tsx'
import { Screen, Section } from '../../parts/screen.tsx'
import { Table } from '../../parts/table.tsx'
import { Ago } from '../../parts/when.tsx'
import { useRead } from '../../use-read.ts'

type Sum = { count: number; amount: string }
type Side = Sum & { rows: string }
type Line = {
  what: 'charges' | 'received' | 'swept'
  blockchain: string
  asset: string
  ours: Side
  chain: Side
  difference: string
  differing: { count: number; rows: string }
}
type Books = {
  lines: Line[]
  refunds: (Sum & { blockchain: string; asset: string })[]
  readUpTo: { blockchain: string; blockNumber: number; seenAt: string }[]
}

export default function Reconciliation() {
  const { reading, readAgain } = useRead<Books>('/reconciliation', {
    kinds: ['charge', 'payment'],
    isKept: true,
  })
  return (
    <Screen title={say('reconciliation')} hint={say('reconciliationHint')}>
      <ReadGate reading={reading} readAgain={readAgain}>
        {(books) => (
          <>
            {books.lines.length === 0 ? (
              <Empty title={say('nothingToReconcile')} hint={say('nothingToReconcileHint')} />
            ) : (
              <Lines lines={books.lines} />
            )}
            <Refunds refunds={books.refunds} />
            <ReadUpTo blocks={books.readUpTo} />
          </>
        )}
      </ReadGate>
    </Screen>
  )
}

const SideCell = ({ side: { rows, amount, count } }: { side: Side }) => (
  <Rows rows={rows}>
    <CountedSum amount={amount} count={count} />
  </Rows>
)

function Lines({ lines }: { lines: readonly Line[] }) {
  return (
    <Table
      caption={say('reconciliation')}
      rows={lines}
      keyOf={({ what, asset, blockchain }) => `${what} ${asset} ${blockchain}`}
      columns={[
        {
          title: say('what'),
          cell: ({ what, blockchain }) => (
            <>
              {say(what)} <p class="hint">{blockchain}</p>
            </>
          ),
        },
        { title: say('ours'), isNumber: true, cell: ({ ours }) => <SideCell side={ours} /> },
        { title: say('chain'), isNumber: true, cell: ({ chain }) => <SideCell side={chain} /> },
        { title: say('difference'), isNumber: true, cell: ({ difference }) => difference },
        {
          title: say('agreement'),
          cell: ({ differing: { count, rows } }) =>
            count === 0 ? (
              <span class="status" data-mood="good">
                {say('agrees')}
              </span>
            ) : (
              <Rows rows={rows} class="status danger-link">
                {say('differing', { count })}
              </Rows>
            ),
        },
      ]}
    />
  )
}

function Refunds({ refunds }: Pick<Books, 'refunds'>) {
  if (refunds.length === 0) return null
  return (
    <Section title={say('refunds')} hint={say('refundsHint')}>
      <Table
        caption={say('refunds')}
        rows={refunds}
        keyOf={({ asset, blockchain }) => `${asset} ${blockchain}`}
        columns={[
          { title: say('asset'), cell: ({ asset }) => asset },
          { title: say('chain'), cell: ({ blockchain }) => blockchain },
          {
            title: say('amount'),
            isNumber: true,
            cell: ({ amount, count }) => <CountedSum amount={amount} count={count} />,
          },
        ]}
      />
    </Section>
  )
}

function ReadUpTo({ blocks }: { blocks: Books['readUpTo'] }) {
  return (
    <p class="hint">
      {blocks.map(({ blockchain, blockNumber, seenAt }) => (
        <span key={blockchain}>
          {say('readUpTo')} {blockchain}: {say('block', { number: blockNumber })},{' '}
          <Ago at={seenAt} />{' '}
        </span>
      ))}
    </p>
  )
}
