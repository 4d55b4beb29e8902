import type {
  Answers,
  ReconciliationLine,
  ReconciliationSide,
} from '../../../api/dashboard.generated.ts'
import { say } from '../metrics/number-words.ts'
import { Empty } from '../../parts/list.tsx'
import { ReadGate } from '../../parts/read-gate.tsx'
import { CountedSum } from '../../parts/money.tsx'
import { Rows } from '../../parts/rows-link.tsx'
import { Screen, Section } from '../../parts/screen.tsx'
import { Table } from '../../parts/table.tsx'
import { Ago } from '../../parts/when.tsx'
import { useRead } from '../../use-read.ts'
import { counted, phrase } from '../../phrase.ts'

export default function Reconciliation() {
  const { reading, readAgain } = useRead<Answers['readReconciliation']>('/reconciliation', {
    kinds: ['charge', 'payment'],
    isKept: true,
  })
  return (
    <Screen
      title="Reconciliation"
      hint="What the service has recorded, against what the logs of each chain come to. The difference of a service that works is 0."
    >
      <ReadGate reading={reading} readAgain={readAgain}>
        {(books) => (
          <>
            {books.lines.length === 0 ? (
              <Empty
                title="No money has moved yet"
                hint="Once it has, both books stand here side by side."
              />
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

const SideCell = ({ side: { rows, amount, count } }: { side: ReconciliationSide }) => (
  <Rows rows={rows}>
    <CountedSum amount={amount} count={count} />
  </Rows>
)

function Lines({ lines }: { lines: readonly ReconciliationLine[] }) {
  return (
    <Table
      caption="Reconciliation"
      rows={lines}
      keyOf={({ what, asset, blockchain }) => `${what} ${asset} ${blockchain}`}
      columns={[
        {
          title: 'What',
          cell: ({ what, blockchain }) => (
            <>
              {say(what)} <p class="hint">{blockchain}</p>
            </>
          ),
        },
        { title: 'Our books', isNumber: true, cell: ({ ours }) => <SideCell side={ours} /> },
        { title: 'The chain', isNumber: true, cell: ({ chain }) => <SideCell side={chain} /> },
        { title: 'Difference', isNumber: true, cell: ({ difference }) => difference },
        {
          title: 'Agreement',
          cell: ({ differing: { count, rows } }) =>
            count === 0 ? (
              <span class="status" data-mood="good">
                Agrees
              </span>
            ) : (
              <Rows rows={rows} class="status danger-link">
                {counted(count, '{count} row differs', '{count} rows differ')}
              </Rows>
            ),
        },
      ]}
    />
  )
}

function Refunds({ refunds }: Pick<Answers['readReconciliation'], 'refunds'>) {
  if (refunds.length === 0) return null
  return (
    <Section
      title="Refunds you recorded"
      hint="The service does not see your own transfers, so only your word stands here."
    >
      <Table
        caption="Refunds you recorded"
        rows={refunds}
        keyOf={({ asset, blockchain }) => `${asset} ${blockchain}`}
        columns={[
          { title: 'Asset', cell: ({ asset }) => asset },
          { title: 'The chain', cell: ({ blockchain }) => blockchain },
          {
            title: 'Amount',
            isNumber: true,
            cell: ({ amount, count }) => <CountedSum amount={amount} count={count} />,
          },
        ]}
      />
    </Section>
  )
}

function ReadUpTo({ blocks }: { blocks: Answers['readReconciliation']['readUpTo'] }) {
  return (
    <p class="hint">
      {blocks.map(({ blockchain, blockNumber, seenAt }) => (
        <span key={blockchain}>
          Read up to {blockchain}: {phrase`block ${blockNumber}`}, <Ago at={seenAt} />{' '}
        </span>
      ))}
    </p>
  )
}
