/** The tables of a machine's page: who may do what, what time does, every event, every condition. */
import { isTimer } from '../../core/lifecycles/chart.ts'
import { waitSentence } from '../../core/lifecycles/conditions.ts'
import { waitLength } from '../../core/lifecycles/waits.ts'
import {
  mayTake,
  people,
  type LifecyclePerson,
  type State,
  type Way,
} from '../../core/lifecycles/model.ts'
import { waysAt } from '../../core/lifecycles/reactions.ts'
import type { ReadMachine } from '../../core/lifecycles/read-machines.ts'
import { escapeHtml } from '../../shared/html/escape-html.ts'
import {
  isPermission,
  personOf,
  linkCondition,
  stateLink,
  stayingStates,
  writeCode,
  writeCondition,
  writeTable,
  writeTarget,
} from './html-parts.ts'

/** State by person: the commands that this person may give there. */
export function writePermissions(read: ReadMachine): string {
  const { lifecycle } = read
  const commands = lifecycle.ways.filter(({ kind }) => kind === 'command')
  const shown = people.filter((person) => commands.some((way) => mayTake(person, way)))
  if (shown.length === 0) return '<p>No command is given to it: it follows what is reported.</p>'
  const types = [...new Set(commands.map(({ eventType }) => eventType))]
  const cell = (state: State, person: LifecyclePerson) => {
    const lines = types.flatMap((type) => {
      const ways = waysAt(lifecycle, state, type).filter((way) => mayTake(person, way))
      return ways.length > 0 ? [writeCommand(read, ways)] : []
    })
    return lines.join('<br>') || '<span class="aside" title="refused with 409">–</span>'
  }
  const rows = stayingStates(lifecycle).map((state) => [
    stateLink(state.path),
    ...shown.map((person) => cell(state, person)),
  ])
  return writeTable('Who may do what', ['state', ...shown.map((one) => `the ${one}`)], rows)
}

/** A command is possible where one of its ways is, so the conditions of all of them count. */
function writeCommand(read: ReadMachine, ways: Way[]): string {
  const [{ words: label, eventType }] = ways as [Way]
  const certain = ways.some(({ guard }) => guard === '')
  const words = [...new Set(ways.map(({ guardWords }) => guardWords))].join(' or ')
  const guards = ways.map(({ guard }) => guard)
  const when = certain
    ? ''
    : linkCondition(read, guards, ways.every(isPermission) ? 'on a condition' : `if ${words}`)
  return `<a class="command" href="#event-${eventType}">${escapeHtml(label)}</a>${when}`
}

/** Each wait of a state in one row, in words, and what may come after it. */
export function writeWaits(read: ReadMachine): string {
  const { kind, lifecycle } = read
  const timers = lifecycle.ways.filter((way) => way.kind === 'timer')
  const waits = [...Map.groupBy(timers, ({ from, eventType }) => `${from} ${eventType}`).values()]
  const rows = waits.map((outcomes) => {
    const [way] = outcomes as [Way]
    const led = outcomes.map((one) => `${writeTarget(lifecycle, one)}${writeCondition(read, one)}`)
    return [
      stateLink(way.from),
      `<span class="timer">${escapeHtml(way.words)}</span>`,
      escapeHtml(waitSentence(kind, way)),
      escapeHtml(waitLength(kind, way)),
      led.join('<br>'),
    ]
  })
  if (rows.length === 0) return '<p>Nothing: it waits for no time.</p>'
  return writeTable('What time does', ['state', 'wait', 'what it is', 'it lasts', 'then'], rows)
}

/** Every event with an example, and where it leads from which states. */
export function writeEvents(read: ReadMachine): string {
  const parts = [...read.examples].map(([type, example]) => {
    const ways = read.lifecycle.ways.filter(({ eventType }) => eventType === type)
    const [way] = ways
    const about = way?.role
      ? `<span class="command">${escapeHtml(way.words)}</span> by the ${personOf(way.role)}`
      : escapeHtml(way?.words ?? '')
    const taken = ways
      .filter(({ isHarmless }) => !isHarmless)
      .map(
        (one) =>
          `<li>${placeOf(one)} ${writeTarget(read.lifecycle, one)}${writeCondition(read, one)}</li>`,
      )
    return `<section class="event" id="event-${type}" data-search="${type}">
<h3><a href="#event-${type}">${writeCode(type)}</a></h3>
<p>${about}</p>
<div class="pair"><ul>${taken.join('')}</ul><pre tabindex="0" aria-label="An example of ${type}">${escapeHtml(JSON.stringify(example, null, 2))}</pre></div>
</section>`
  })
  return parts.join('\n')
}

const placeOf = ({ from }: Way): string => (from === '' ? 'anywhere' : `in ${stateLink(from)}`)

/** Every condition as a sentence, and what asks it. */
export function writeConditions({ conditions }: ReadMachine): string {
  const rows = conditions.map(({ name, words, sentence, ways }) => {
    const asked = ways.map(({ from, eventType, words: cause }) => {
      const by = eventType === '' || isTimer(eventType) ? escapeHtml(cause) : writeCode(eventType)
      return `${from === '' ? 'anywhere' : stateLink(from)} on ${by}`
    })
    const place = `<span id="condition-${name}">${writeCode(words)}</span>`
    return [place, escapeHtml(sentence), [...new Set(asked)].join('<br>')]
  })
  if (rows.length === 0) return '<p>None: every event leads to one place.</p>'
  return writeTable('Conditions', ['condition', 'holds where', 'asked in'], rows)
}
