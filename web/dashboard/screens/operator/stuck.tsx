/** What should have moved by now and has not, and what an operator does about it. */
import { say } from '../../../messages/dashboard/operator-words.ts'
import { Empty } from '../../parts/list.tsx'
import { CommandButton } from '../../parts/command-button.tsx'
import { ReadGate } from '../../parts/read-gate.tsx'
import { Screen, Section } from '../../parts/screen.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { When } from '../../parts/when.tsx'
import { useRead } from '../../use-read.ts'
import { ReasonedCommand } from './reasoned-command.tsx'

type OfActor = { kind: string; entityId: string; merchantId: string; network: string }
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
  effects: Effect[]
  timers: Timer[]
  creditWaits: (Omit<NodeTrouble, 'what'> & { reason: string })[]
  nodeDifferences: NodeTrouble[]
}

export default function StuckScreen() {
  const { reading, readAgain } = useRead<Stuck>('/operator/stuck', { isOwn: true })
  return (
    <Screen title={say('health')} hint={say('healthHint')}>
      <ReadGate reading={reading} readAgain={readAgain}>
        {(stuck) => <Lists stuck={stuck} />}
      </ReadGate>
    </Screen>
  )
}

function Lists({ stuck: { effects, timers, creditWaits, nodeDifferences } }: { stuck: Stuck }) {
  const troubles = [
    ...creditWaits.map(({ reason, ...wait }) => ({ ...wait, what: reason })),
    ...nodeDifferences,
  ]
  if (effects.length + timers.length + troubles.length === 0)
    return <Empty title={say('allWell')} hint={say('allWellHint')} />
  return (
    <>
      {effects.length > 0 && (
        <Section title={say('effects')} hint={say('effectsHint')}>
          <Table
            caption={say('effects')}
            columns={effectColumns}
            rows={effects}
            keyOf={({ id }) => id}
          />
        </Section>
      )}
      {timers.length > 0 && (
        <Section title={say('timers')}>
          <Table
            caption={say('timers')}
            columns={timerColumns}
            rows={timers}
            keyOf={({ entityId, timerId }) => `${entityId}/${timerId}`}
          />
        </Section>
      )}
      {troubles.length > 0 && (
        <Section title={say('nodes')} hint={say('nodesHint')}>
          <Table
            caption={say('nodes')}
            columns={troubleColumns}
            rows={troubles}
            keyOf={({ blockchain, what, detail }) => `${blockchain}/${what}/${detail}`}
          />
        </Section>
      )}
    </>
  )
}

const Actor = ({ kind, entityId, network }: OfActor) => (
  <>
    {kind} <code>{entityId}</code>
    <br />
    <span class="hint">{network}</span>
  </>
)

const effectColumns: readonly Column<Effect>[] = [
  { title: say('effect'), cell: ({ name, channel }) => `${name} (${channel})` },
  { title: say('of'), cell: Actor },
  { title: say('tries'), cell: ({ attempts }) => attempts, isNumber: true },
  {
    title: say('nextTry'),
    cell: ({ isParked, availableAt }) => (isParked ? say('parked') : <When at={availableAt} />),
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
