/** The chains: how far each is read, which nodes it is read from, and what is wrong with them. */
import { say } from '../../../messages/dashboard/service-words.ts'
import { type Fact, Facts } from '../../parts/facts.tsx'
import { Empty } from '../../parts/list.tsx'
import { ReadGate } from '../../parts/read-gate.tsx'
import { Screen, Section } from '../../parts/screen.tsx'
import { Status } from '../../parts/status.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { When } from '../../parts/when.tsx'
import { useRead, watchedMs } from '../../use-read.ts'
import { networkWord } from './networks.ts'

type Block = { number: number; at: string; ageSeconds: number }
type Node = {
  name: string
  head: Block | null
  lagBlocks: number | null
  errorCount: number
  lastError: string | null
  lastErrorAt: string | null
  lacks: string[]
  logRange: number
  requestsPerSecond: number | null
}
type Wait = { what: string; detail: string; since: string; advice: string }
type Chain = {
  name: string
  network: string
  chainId: number
  state: string
  finality: { by: string; confirmations: number | null }
  read: Block | null
  lookedAt: string | null
  head: Block | null
  lagBlocks: number | null
  reason: string | null
  advice: string | null
  nodes: Node[]
  waits: Wait[]
}

export default function Chains() {
  const { reading, readAgain } = useRead<{ chains: Chain[] }>('/operator/chains', {
    isOwn: true,
    everyMs: watchedMs,
  })
  return (
    <Screen title={say('chains')} hint={say('chainsHint')}>
      <ReadGate reading={reading} readAgain={readAgain}>
        {({ chains }) =>
          chains.length === 0 ? (
            <Empty title={say('noChains')} hint={say('noChainsHint')} />
          ) : (
            chains.toSorted(worstFirst).map((chain) => <OneChain key={chain.name} chain={chain} />)
          )
        }
      </ReadGate>
    </Screen>
  )
}

const worstFirst = (one: Chain, other: Chain): number =>
  Number(one.advice === null) - Number(other.advice === null) || one.name.localeCompare(other.name)

function OneChain({ chain }: { chain: Chain }) {
  const { name, network, chainId, state, reason, advice, nodes, waits } = chain
  return (
    <Section
      title={name}
      hint={`${networkWord(network)} · ${say('chainId', { id: String(chainId) })}`}
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
          caption={say('waitsOf', { name })}
          columns={waitColumns}
          rows={waits}
          keyOf={({ what, detail }) => `${what}/${detail}`}
        />
      )}
      <Table
        caption={say('nodesOf', { name })}
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
      {block.number} <span class="hint">{say('ago', { seconds: block.ageSeconds })}</span>
    </>
  ) : (
    <>–</>
  )

const factsOf = ({ read, head, lagBlocks, lookedAt, finality }: Chain): (Fact | false)[] => [
  [say('lastBlock'), <BlockText key="read" block={read} />],
  [say('head'), <BlockText key="head" block={head} />],
  [say('lag'), lagBlocks === null ? '–' : say('blocks', { count: lagBlocks })],
  [
    say('finality'),
    finality.confirmations === null
      ? say('finalBy', { word: finality.by })
      : say('finalAt', { count: finality.confirmations }),
  ],
  [say('lookedAt'), <When key="lookedAt" at={lookedAt} />],
]

const waitColumns: readonly Column<Wait>[] = [
  { title: say('what'), cell: ({ what }) => what },
  { title: say('detail'), cell: ({ detail }) => detail },
  { title: say('since'), cell: ({ since }) => <When at={since} /> },
  { title: say('advice'), cell: ({ advice }) => advice },
]

const nodeColumns: readonly Column<Node>[] = [
  { title: say('node'), cell: ({ name }) => name },
  { title: say('head'), cell: ({ head }) => head?.number ?? '–', isNumber: true },
  { title: say('lag'), cell: ({ lagBlocks }) => lagBlocks ?? '–', isNumber: true },
  { title: say('errors'), cell: ({ errorCount }) => errorCount, isNumber: true },
  {
    title: say('wrong'),
    cell: (node) => <WhatIsWrong node={node} />,
  },
]

/** In words: its last error, what it does not take, and how narrow it is. */
function WhatIsWrong({ node: { lastError, lastErrorAt, lacks, ...node } }: { node: Node }) {
  const { logRange, requestsPerSecond } = node
  return (
    <>
      {lastError ? (
        <p>
          {lastError} <span class="hint">{lastErrorAt && <When at={lastErrorAt} />}</span>
        </p>
      ) : (
        <p>{say('noError')}</p>
      )}
      <p class="hint">
        {lacks.length > 0 && `${say('lacks', { calls: lacks.join(', ') })} `}
        {say('logRange', { count: logRange })}
        {requestsPerSecond !== null && ` ${say('perSecond', { count: requestsPerSecond })}`}
      </p>
    </>
  )
}
