/** The chains: how far each is read, which nodes it is read from, and what is wrong with them. */
import type { Answers, Block, ChainNode, WatchedChain } from '../../../api/dashboard.generated.ts'
import { type Fact, Facts } from '../../parts/facts.tsx'
import { Empty } from '../../parts/list.tsx'
import { ReadGate } from '../../parts/read-gate.tsx'
import { Screen, Section } from '../../parts/screen.tsx'
import { Status } from '../../parts/status.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { When } from '../../parts/when.tsx'
import { useRead, watchedMs } from '../../use-read.ts'
import { networkWord } from './networks.ts'
import { phrase } from '../../phrase.ts'

export default function Chains() {
  const { reading, readAgain } = useRead<Answers['listWatchedChains']>('/operator/chains', {
    isOwn: true,
    everyMs: watchedMs,
  })
  return (
    <Screen
      title="Chains"
      hint="How far each is read, and from which nodes. What needs somebody comes first."
    >
      <ReadGate reading={reading} readAgain={readAgain}>
        {({ chains }) =>
          chains.length === 0 ? (
            <Empty
              title="No chain is configured"
              hint="The chains file names them; the service reads it at its start."
            />
          ) : (
            chains.toSorted(worstFirst).map((chain) => <OneChain key={chain.name} chain={chain} />)
          )
        }
      </ReadGate>
    </Screen>
  )
}

const worstFirst = (one: WatchedChain, other: WatchedChain): number =>
  Number(one.advice === null) - Number(other.advice === null) || one.name.localeCompare(other.name)

function OneChain({ chain }: { chain: WatchedChain }) {
  const { name, network, chainId, state, reason, advice, nodes, waits } = chain
  return (
    <Section
      title={name}
      hint={`${networkWord(network)} · ${phrase`chain id ${String(chainId)}`}`}
      actions={<Status name={state} />}
    >
      {(reason ?? advice) !== null && (
        <div class="note warning">
          <div>
            {reason && <p>{reason}</p>}
            {advice && <p class="hint">{advice}</p>}
          </div>
        </div>
      )}
      <div class="card">
        <Facts facts={factsOf(chain)} />
      </div>
      {waits.length > 0 && (
        <Table
          caption={phrase`What the nodes of ${name} do not agree about`}
          columns={waitColumns}
          rows={waits}
          keyOf={({ what, detail }) => `${what}/${detail}`}
        />
      )}
      <Table
        caption={phrase`Nodes of ${name}`}
        columns={nodeColumns}
        rows={nodes}
        keyOf={(node) => node.name}
      />
    </Section>
  )
}

const BlockText = ({ block }: { block: Block | null }) =>
  block ? (
    <>
      {block.number} <span class="hint">{phrase`${block.ageSeconds} s ago`}</span>
    </>
  ) : (
    <>–</>
  )

const factsOf = ({ read, head, lagBlocks, lookedAt, finality }: WatchedChain): (Fact | false)[] => [
  ['Read up to block', <BlockText key="read" block={read} />],
  ['Newest block', <BlockText key="head" block={head} />],
  ['Lag', lagBlocks === null ? '–' : phrase`${lagBlocks} blocks`],
  [
    'A block is final',
    finality.confirmations === null
      ? phrase`once the chain calls it ${finality.by}`
      : phrase`at a depth of ${finality.confirmations}`,
  ],
  ['Last look', <When key="lookedAt" at={lookedAt} />],
]

const waitColumns: readonly Column<WatchedChain['waits'][number]>[] = [
  { title: 'What', cell: ({ what }) => what },
  { title: 'Detail', cell: ({ detail }) => detail },
  { title: 'Since', cell: ({ since }) => <When at={since} /> },
  { title: 'What to do', cell: ({ advice }) => advice },
]

const nodeColumns: readonly Column<ChainNode>[] = [
  { title: 'Node', cell: ({ name }) => name },
  { title: 'Newest block', cell: ({ head }) => head?.number ?? '–', isNumber: true },
  { title: 'Lag', cell: ({ lagBlocks }) => lagBlocks ?? '–', isNumber: true },
  { title: 'Errors', cell: ({ errorCount }) => errorCount, isNumber: true },
  {
    title: 'What is wrong with it',
    cell: (node) => <WhatIsWrong node={node} />,
  },
]

/** In words: its last error, what it does not take, and how narrow it is. */
function WhatIsWrong({ node: { lastError, lastErrorAt, lacks, ...node } }: { node: ChainNode }) {
  const { logRange, requestsPerSecond } = node
  return (
    <>
      {lastError ? (
        <p>
          {lastError} <span class="hint">{lastErrorAt && <When at={lastErrorAt} />}</span>
        </p>
      ) : (
        <p>Nothing.</p>
      )}
      <p class="hint">
        {lacks.length > 0 && `${phrase`Does not take ${lacks.join(', ')}.`} `}
        {phrase`Asked for logs of ${logRange} blocks at once.`}
        {requestsPerSecond !== null && ` ${phrase`Takes ${requestsPerSecond} requests a second.`}`}
      </p>
    </>
  )
}
