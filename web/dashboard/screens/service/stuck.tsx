/** What should have moved by now and has not, and what an operator does about it. */
import { say } from '../../../messages/dashboard/operator-words.ts'
import { Empty } from '../../parts/list.tsx'
import { CommandButton } from '../../parts/command-button.tsx'
import { ReadGate } from '../../parts/read-gate.tsx'
import { Screen, Section } from '../../parts/screen.tsx'
import { Status } from '../../parts/status.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { When } from '../../parts/when.tsx'
import { useRead, watchedMs } from '../../use-read.ts'
import { Lacks } from './lacks.tsx'
import { Actor, type OfActor, type OpenAnomaly, openAnomalyColumns } from './open-anomalies.tsx'
import { ReasonedCommand } from '../operator/reasoned-command.tsx'
import { anomalyColumns, laneColumns, type NodeAnomaly, type StuckLane } from './stuck-lanes.tsx'

type Effect = OfActor & {
  id: string
  channel: string
  name: string
  attempts: number
  availableAt: string
  isParked: boolean
  lastError: string | null
}
type Timer = OfActor & { timerId: string; dueAt: string }
type NodeTrouble = {
  blockchain: string
  what: string
  detail: string
  since: string
  advice: string
}
type Stuck = {
  lacks: string[]
  anomalies: OpenAnomaly[]
  effects: Effect[]
  timers: Timer[]
  creditWaits: (Omit<NodeTrouble, 'what'> & { reason: string })[]
  nodeDifferences: NodeTrouble[]
  nodeAnomalies: NodeAnomaly[]
  lanes: StuckLane[]
}

export default function StuckScreen() {
  const { reading, readAgain } = useRead<Stuck>('/operator/stuck', {
    isOwn: true,
    everyMs: watchedMs,
  })
  return (
    <Screen title={say('health')} hint={say('healthHint')}>
      <ReadGate reading={reading} readAgain={readAgain}>
        {(stuck) => <Lists stuck={stuck} />}
      </ReadGate>
    </Screen>
  )
}

function Lists({ stuck }: { stuck: Stuck }) {
  const { lacks, effects, anomalies, timers, lanes } = stuck
  const { creditWaits, nodeDifferences, nodeAnomalies } = stuck
  const troubles = [
    ...creditWaits.map(({ reason, ...wait }) => ({ ...wait, what: reason })),
    ...nodeDifferences,
  ]
  const lists = [lacks, effects, anomalies, timers, lanes, troubles, nodeAnomalies]
  if (lists.every(({ length }) => length === 0))
    return <Empty title={say('allWell')} hint={say('allWellHint')} />
  return (
    <>
      <Lacks lacks={lacks} />
      <Part
        title={say('effects')}
        hint={say('effectsHint')}
        columns={effectColumns}
        rows={effects}
        keyOf={({ id }) => id}
      />
      <Part
        title={say('anomalies')}
        hint={say('anomaliesHint')}
        columns={openAnomalyColumns}
        rows={anomalies}
        keyOf={({ messageId }) => messageId}
      />
      <Part
        title={say('lanes')}
        hint={say('lanesHint')}
        columns={laneColumns}
        rows={lanes}
        keyOf={({ blockchain, address }) => `${blockchain}/${address}`}
      />
      <Part
        title={say('timers')}
        hint={say('timersHint')}
        columns={timerColumns}
        rows={timers}
        keyOf={({ entityId, timerId }) => `${entityId}/${timerId}`}
      />
      <NodeParts troubles={troubles} anomalies={nodeAnomalies} />
    </>
  )
}

function NodeParts({ troubles, anomalies }: { troubles: NodeTrouble[]; anomalies: NodeAnomaly[] }) {
  return (
    <>
      <Part
        title={say('nodes')}
        hint={say('nodesHint')}
        columns={troubleColumns}
        rows={troubles}
        keyOf={({ blockchain, what, detail }) => `${blockchain}/${what}/${detail}`}
      />
      <Part
        title={say('nodeAnomalies')}
        hint={say('nodeAnomaliesHint')}
        columns={anomalyColumns}
        rows={anomalies}
        keyOf={({ blockchain, node, what }) => `${blockchain}/${node}/${what}`}
      />
    </>
  )
}

type PartProps<Row> = {
  title: string
  hint: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
}

/** One list of what is stuck; nothing where there is nothing. */
const Part = <Row,>({ title, hint, ...table }: PartProps<Row>) =>
  table.rows.length > 0 && (
    <Section title={title} hint={hint}>
      <Table caption={title} {...table} />
    </Section>
  )

const effectColumns: readonly Column<Effect>[] = [
  {
    title: say('effect'),
    cell: (effect) => (
      <div class="whole">
        {effect.name} <span class="hint">({effect.channel})</span>
        <br />
        <Actor {...effect} />
      </div>
    ),
  },
  { title: say('tries'), cell: ({ attempts }) => attempts, isNumber: true },
  {
    title: say('nextTry'),
    cell: ({ isParked, availableAt }) =>
      isParked ? <Status name="Parked" /> : <When at={availableAt} />,
  },
  { title: say('lastError'), cell: ({ lastError }) => lastError ?? '–' },
  {
    title: say('actions'),
    cell: (effect) => (effect.channel === 'webhook' ? '–' : <EffectActions effect={effect} />),
  },
]

const EffectActions = ({ effect: { id, isParked } }: { effect: Effect }) => (
  <div class="buttons wrapped">
    <CommandButton
      label={say('retry')}
      consequence={<p>{say('retryHint')}</p>}
      command={{ method: 'POST', path: '/operator/stuck/retry', body: { id }, isOwn: true }}
    />
    {!isParked && (
      <ReasonedCommand
        label={say('park')}
        consequence={say('parkHint')}
        path="/operator/stuck/park"
        body={{ id }}
      />
    )}
  </div>
)

const timerColumns: readonly Column<Timer>[] = [
  { title: say('timer'), cell: ({ timerId }) => timerId },
  { title: say('of'), cell: Actor },
  { title: say('due'), cell: ({ dueAt }) => <When at={dueAt} /> },
]

const troubleColumns: readonly Column<NodeTrouble>[] = [
  { title: say('chain'), cell: ({ blockchain }) => blockchain },
  { title: say('what'), cell: ({ what }) => what },
  { title: say('detail'), cell: ({ detail }) => detail },
  { title: say('since'), cell: ({ since }) => <When at={since} /> },
  { title: say('advice'), cell: ({ advice }) => advice },
]
