/** Shows what should have moved by now and has not, and what an operator does about it. */
import type { Stuck, StuckEffect } from '../../../api/dashboard.generated.ts'
import { Empty } from '../../parts/list.tsx'
import { CommandButton } from '../../parts/command-button.tsx'
import { ReadGate } from '../../parts/read-gate.tsx'
import { Screen, Section } from '../../parts/screen.tsx'
import { Status } from '../../parts/status.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { When } from '../../parts/when.tsx'
import { useRead, watchedMs } from '../../use-read.ts'
import { Lacks } from './lacks.tsx'
import { Actor, openAnomalyColumns } from './open-anomalies.tsx'
import { ReasonedCommand } from '../operator/reasoned-command.tsx'
import { anomalyColumns, laneColumns } from './stuck-lanes.tsx'

type NodeTrouble = Omit<Stuck['nodeDifferences'][number], 'subject'>

export default function StuckScreen() {
  const { reading, readAgain } = useRead<Stuck>('/operator/stuck', {
    isOwn: true,
    everyMs: watchedMs,
  })
  return (
    <Screen title="What is stuck" hint="What should have moved by now and has not. Empty is good.">
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
    return (
      <Empty
        title="Nothing is stuck"
        hint="Every effect is done or on its way, every wallet sends, and the nodes agree."
      />
    )
  return (
    <>
      <Lacks lacks={lacks} />
      <Part
        title="Effects"
        hint="Asked for by an actor, tried more than three times, and not done. What is parked waits for you: mend what went wrong, then try it again."
        columns={effectColumns}
        rows={effects}
        keyOf={({ id }) => id}
      />
      <Part
        title="Unexpected messages"
        hint="An actor was told something that its state does not know. Nothing was changed by it: look at the history of the actor, and resolve it."
        columns={openAnomalyColumns}
        rows={anomalies}
        keyOf={({ messageId }) => messageId}
      />
      <Part
        title="Lanes of gas wallets"
        hint="A wallet sends its transactions one after another: while the first does not go through, all wait."
        columns={laneColumns}
        rows={lanes}
        keyOf={({ blockchain, address }) => `${blockchain}/${address}`}
      />
      <Part
        title="Late timers"
        hint="Due for more than a minute. They fire by themselves once a process with the role of the relays runs."
        columns={timerColumns}
        rows={timers}
        keyOf={({ entityId, timerId }) => `${entityId}/${timerId}`}
      />
      <NodeParts troubles={troubles} anomalies={nodeAnomalies} />
    </>
  )
}

function NodeParts({
  troubles,
  anomalies,
}: {
  troubles: NodeTrouble[]
  anomalies: Stuck['nodeAnomalies']
}) {
  return (
    <>
      <Part
        title="Nodes"
        hint="What nodes differ about, and where nothing is credited until they agree."
        columns={troubleColumns}
        rows={troubles}
        keyOf={({ blockchain, what, detail }) => `${blockchain}/${what}/${detail}`}
      />
      <Part
        title="Wrong answers of nodes"
        hint="What a node said and should not have. It was left out, and never counted as money."
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

const effectColumns: readonly Column<StuckEffect>[] = [
  {
    title: 'Effect',
    cell: (effect) => (
      <div class="whole">
        {effect.name} <span class="hint">({effect.channel})</span>
        <br />
        <Actor {...effect} />
      </div>
    ),
  },
  { title: 'Tries', cell: ({ attempts }) => attempts, isNumber: true },
  {
    title: 'Next try',
    cell: ({ isParked, availableAt }) =>
      isParked ? <Status name="Parked" /> : <When at={availableAt} />,
  },
  { title: 'What went wrong', cell: ({ lastError }) => lastError ?? '–' },
  {
    title: 'Actions',
    cell: (effect) => (effect.channel === 'webhook' ? '–' : <EffectActions effect={effect} />),
  },
]

const EffectActions = ({ effect: { id, isParked } }: { effect: StuckEffect }) => (
  <div class="buttons wrapped">
    <CommandButton
      label="Try again now"
      consequence={<p>It is tried at once. If it fails again, it is listed here again.</p>}
      command={{ method: 'POST', path: '/operator/stuck/retry', body: { id }, isOwn: true }}
    />
    {!isParked && (
      <ReasonedCommand
        label="Park"
        consequence="It is tried no more, and stays listed, until somebody tries it again. For one that can only fail and is in the way of others."
        path="/operator/stuck/park"
        body={{ id }}
      />
    )}
  </div>
)

const timerColumns: readonly Column<Stuck['timers'][number]>[] = [
  { title: 'Timer', cell: ({ timerId }) => timerId },
  { title: 'Of', cell: Actor },
  { title: 'Due', cell: ({ dueAt }) => <When at={dueAt} /> },
]

const troubleColumns: readonly Column<NodeTrouble>[] = [
  { title: 'Chain', cell: ({ blockchain }) => blockchain },
  { title: 'What', cell: ({ what }) => what },
  { title: 'Detail', cell: ({ detail }) => detail },
  { title: 'Since', cell: ({ since }) => <When at={since} /> },
  { title: 'What to do', cell: ({ advice }) => advice },
]
