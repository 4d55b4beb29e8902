/** Draws what belongs to something, with the statuses of all of it on one time axis. */
import type { Linked } from '../../../api/dashboard.generated.ts'
import { Fragment } from 'preact'
import { sayName } from './entity-words.ts'
import { writeShortMoment } from '../../../messages/moments.ts'
import { useSpeech } from '../../../parts/speech.ts'
import { Link } from '../../parts/links.tsx'
import { Amount } from '../../parts/money.tsx'
import { ReadGate } from '../../parts/read-gate.tsx'
import { Section } from '../../parts/screen.tsx'
import { moodOf } from '../../parts/state-severity.ts'
import { spaced, Status } from '../../parts/status.tsx'
import { When } from '../../parts/when.tsx'
import { useRead } from '../../use-read.ts'
import { type EntityName, type OnAxis, pathOf, type Span } from './entity-view.ts'
import { phrase } from '../../phrase.ts'

/** Moves of any of these change what is on the axis. */
const kinds = ['subscription', 'charge', 'payment', 'transaction', 'delivery', 'customer', 'permit']

export function Axis({ name }: { name: EntityName }) {
  const { reading, readAgain } = useRead<Linked>(pathOf(name, '/linked'), { kinds })
  return (
    <Section
      title="What belongs to it"
      hint="All of it on one time axis, from its beginning until now."
    >
      <ReadGate reading={reading} readAgain={readAgain}>
        {(linked) => <Rows linked={linked} />}
      </ReadGate>
    </Section>
  )
}

type Scale = { fromMs: number; toMs: number }

function Rows({ linked: { at, self, linked, deposits, keptFrom } }: { linked: Linked }) {
  const all = [self, ...linked.flatMap(({ actors }) => actors)]
  const begins = all.flatMap(({ spans }) => spans.slice(0, 1).map(({ from }) => Date.parse(from)))
  const toMs = Date.parse(at)
  const scale = { fromMs: Math.min(toMs - 1, ...begins), toMs }
  return (
    <div class="card axis">
      <p class="axis-ends hint" aria-hidden="true">
        <When at={new Date(scale.fromMs).toISOString()} />
        <When at={at} />
      </p>
      <ol>
        <Row actor={self} relation="itself" scale={scale} isSelf />
        {linked.map(({ relation, total, actors }) => (
          <Fragment key={relation}>
            {actors.map((actor) => (
              <Row key={actor.id} actor={actor} relation={sayName(relation)} scale={scale} />
            ))}
            {total > actors.length && (
              <li class="hint">{phrase`and ${total - actors.length} more`}</li>
            )}
          </Fragment>
        ))}
        {deposits.map(({ transactionHash, logIndex, amount, minedAt }) => (
          <li class="axis-row" key={`${transactionHash}/${logIndex}`}>
            <span class="axis-name">
              <span class="hint">Deposit</span>
              <Amount value={amount.value} asset={amount.currency} />
            </span>
            <span class="axis-status">
              <When at={minedAt} />
            </span>
            <span class="axis-track" aria-hidden="true">
              <span class="axis-mark" style={{ left: place(Date.parse(minedAt), scale) }} />
            </span>
          </li>
        ))}
      </ol>
      {keptFrom !== null && (
        <p class="hint">Kept from {keptFrom} on; earlier months are kept elsewhere.</p>
      )}
      {linked.length === 0 && deposits.length === 0 && (
        <p class="hint">Nothing belongs to it yet.</p>
      )}
    </div>
  )
}

/** A name in one word, such as that of an event, may break before its capitals, and nowhere else. */
const breakable = (title: string) =>
  title.split(/(?<=[a-z])(?=[A-Z])/).map((part, place) => (
    <Fragment key={place}>
      {place > 0 && <wbr />}
      {part}
    </Fragment>
  ))

type RowProps = { actor: OnAxis; relation: string; scale: Scale; isSelf?: true }

function Row({ actor: { entity, id, title, status, spans }, relation, scale, isSelf }: RowProps) {
  return (
    <li class="axis-row">
      <span class="axis-name">
        <span class="hint">{relation}</span>
        {isSelf ? (
          <strong>{title}</strong>
        ) : (
          <Link to={`/${entity}/${id}`}>{breakable(title)}</Link>
        )}
      </span>
      <span class="axis-status">
        <Status name={status} />
      </span>
      <span class="axis-track">
        {spans.map((span) => (
          <Bar key={span.from + span.status} span={span} scale={scale} />
        ))}
      </span>
    </li>
  )
}

function Bar({ span: { status, from, until }, scale }: { span: Span; scale: Scale }) {
  const { locale } = useSpeech()
  const name = spaced(status)
  const began = writeShortMoment(from, locale)
  const text = until
    ? phrase`${name} from ${began} until ${writeShortMoment(until, locale)}`
    : phrase`${name} since ${began}`
  const left = place(Date.parse(from), scale)
  const right = `calc(100% - ${place(until ? Date.parse(until) : scale.toMs, scale)})`
  return (
    <span class="axis-bar" data-mood={moodOf(status)} style={{ left, right }} title={text}>
      <span class="unseen">{text}</span>
    </span>
  )
}

const place = (ms: number, { fromMs, toMs }: Scale): string =>
  `${Math.min(100, Math.max(0, ((ms - fromMs) / (toMs - fromMs)) * 100)).toFixed(2)}%`
