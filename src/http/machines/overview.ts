/** The first page: what machines there are, who hears from whom, and how the pictures are to be read. */
import { innermost } from '../../core/lifecycles/model.ts'
import type { ReadMachine } from '../../core/lifecycles/read-machines.ts'
import { escapeHtml } from '../../shared/html/escape-html.ts'
import { machineAddress, writeTable } from './html-parts.ts'

const readingHelp: [string, string][] = [
  [
    'A card',
    'is a state, with what it means. Grey cards are ends. A card upon another has phases: press it.',
  ],
  ['Blue', 'somebody presses the button with this name. It says who may.'],
  ['Grey', 'it is reported to the service, by the chain or by another machine.'],
  ['Amber and dashed', 'time is up. Timers are stored, so a restart forgets none.'],
  ['Violet and dotted', 'it follows at once. A violet hexagon is a decision: nobody waits in it.'],
  [
    'if, else if, otherwise',
    'the conditions are asked in this order. Each stands as a sentence at the end of its page.',
  ],
  ['A dashed card', 'is a state of another picture.'],
]

export function writeOverview(machines: ReadMachine[]): string {
  const rows = machines.map((read) => {
    const { lifecycle, hearsFrom } = read
    return [
      `<a href="${machineAddress(lifecycle.id)}">${escapeHtml(lifecycle.name)}</a>`,
      escapeHtml(lifecycle.description),
      statusNames(read),
      String(innermost(lifecycle).length),
      hearsFrom.map((subject) => linkSubject(machines, subject)).join(', ') || 'none but its own',
    ]
  })
  const help = readingHelp.map(([sign, means]) => `<dt>${sign}</dt><dd>${means}</dd>`).join('')
  return `<article><header><h1>The machines</h1>
<p class="lead">Everything that lives here is an explicit state machine. These pages are drawn from the machines that run, so they cannot say anything else.</p></header>
${writeTable('All machines', ['machine', 'what it is', 'statuses', 'states', 'takes events of'], rows)}
<h2>How to read the pictures</h2><dl class="help">${help}</dl></article>`
}

/** A decision is no status: nobody waits in it, and nobody hears of it. */
const statusNames = ({ lifecycle }: ReadMachine): string =>
  lifecycle.states
    .filter(({ isDecision }) => !isDecision)
    .map(({ name }) => escapeHtml(name))
    .join(', ')

/** The chain and requests to it are no machines. */
function linkSubject(machines: ReadMachine[], subject: string): string {
  const known = machines.find(({ kind }) => kind === subject)
  if (!known) return subject === 'request' ? 'transactions' : escapeHtml(subjectWords(subject))
  return `<a href="${machineAddress(subject)}">${escapeHtml(known.lifecycle.name.toLowerCase())}</a>`
}

const subjectWords = (subject: string): string =>
  ({ chain: 'the chain', successor: 'its successor', predecessor: 'its predecessor' })[subject] ??
  subject

/** The page of the simulator, which a script fills. */
export const writeSimulator = (): string => `<article><header><h1>What if</h1>
<p class="lead">Choose a plan and what happens, and see what the service would do: every turn, every webhook, the money. It is the machines that run here, in this page alone: nothing is sent, and nothing is written.</p></header>
<div id="simulator"><p>It needs scripts, which are off in this browser or still on their way.</p></div></article>`
