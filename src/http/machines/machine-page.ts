/** The page of one machine: its plain way, all of it at a glance, its pictures, who may do what, what time does, its states, events and conditions. */
import { withInner } from '../../core/lifecycles/model.ts'
import { plainEnds } from '../../core/lifecycles/plain-ends.ts'
import type { ReadMachine } from '../../core/lifecycles/read-machines.ts'
import { findStories } from '../../core/lifecycles/stories/find-stories.ts'
import { escapeHtml } from '../../shared/html/escape-html.ts'
import { machineAddress, stateLink } from './html-parts.ts'
import type { Pictures } from './pictures.ts'
import { writeStates } from './state-sections.ts'
import { writeConditions, writeEvents, writePermissions, writeWaits } from './tables.ts'

/** Writes what stands beside the menu. */
export function writeMachine(read: ReadMachine, { glance, detailed }: Pictures): string {
  const { lifecycle } = read
  return `<article class="machine" aria-labelledby="machine-${lifecycle.id}">
<header><h1 id="machine-${lifecycle.id}">${escapeHtml(lifecycle.name)}</h1>
<p class="lead">${escapeHtml(lifecycle.description)}</p>
<p class="aside">Version ${escapeHtml(lifecycle.version)}, drawn from the machine that runs here.</p></header>
<div class="life">${writePlainWay(read)}
<section aria-label="The whole life"><h2>The whole life</h2>
<p class="aside">Blue is pressed by somebody, amber comes with time, violet follows at once, grey is reported. Point at an arrow for more; press a status for what it means.</p>
<div class="drawing whole">${glance}</div></section></div>
<h2 id="pictures">In detail</h2>
${detailed.map((picture) => writePicture(read, picture)).join('\n')}
<h2 id="permissions">Who may do what</h2>
<p class="aside">What does not stand here is refused with 409, and changes nothing.</p>
${writePermissions(read)}
<h2 id="waits">What time does</h2>
<p class="aside">Each wait begins when its state is entered, is stored, and outlives every restart.</p>
${writeWaits(read)}
${writeFolded('states', 'States', writeStates(read))}
${writeFolded('events', 'Events', writeEvents(read))}
${writeFolded('conditions', 'Conditions', writeConditions(read))}
</article>`
}

/** What one looks up: whoever follows a link to it finds it open. */
const writeFolded = (id: string, title: string, html: string): string =>
  `<details class="fold" id="${id}"><summary><h2>${title}</h2></summary>${html}</details>`

/** The states to which it comes while nothing goes wrong, one after the other, each with what led there in an example. */
function writePlainWay({ kind, lifecycle }: ReadMachine): string {
  const turns = findStories(kind).get(plainEnds[kind]) ?? []
  const steps = turns.filter(({ state }, index) => state !== turns[index - 1]?.state)
  const described = new Map(
    withInner(lifecycle.states).map(({ path, description }) => [path, description]),
  )
  const cards = steps.map(({ state, sentence }, index) => {
    const [status = '', ...phases] = state.split('.')
    const isSame = steps[index - 1]?.state.split('.')[0] === status
    const phase =
      phases.length > 0 ? ` <span class="aside">${escapeHtml(phases.join('.'))}</span>` : ''
    return `<li><h3><a href="#${escapeHtml(state)}">${escapeHtml(status)}</a>${phase}</h3>
<p>${escapeHtml(described.get(isSame ? state : status) ?? '')}</p><p class="aside">${escapeHtml(sentence)}</p></li>`
  })
  return `<section class="plain" aria-label="The plain way"><h2>The plain way</h2>
<p class="aside">Nothing goes wrong, told by an example.</p><ol>${cards.join('')}</ol></section>`
}

/** The statuses are open; a status with phases opens on demand. */
function writePicture(
  { lifecycle }: ReadMachine,
  { status, svg }: Pictures['detailed'][number],
): string {
  const frame = `<div class="drawing" tabindex="0" role="group" aria-label="Picture, move by the arrow keys">${svg}</div>`
  if (status === null) return `<figure class="statuses">${frame}</figure>`
  const state = withInner(lifecycle.states).find(({ path }) => path === status)!
  const phases = state.children.map(({ name }) => name).join(', ')
  return `<details class="phases" id="phases-${status}"><summary><strong>${escapeHtml(status)}</strong> <span class="aside">${escapeHtml(phases)}</span></summary>${frame}</details>`
}

/** The menu: all machines, and the states of the one that is shown. */
export function writeMenu(machines: ReadMachine[], shown: string | null): string {
  const items = machines.map(({ lifecycle }) => {
    const isShown = lifecycle.id === shown
    const current = isShown ? ' aria-current="page"' : ''
    const states = lifecycle.states.map(({ path }) => `<li>${stateLink(path)}</li>`).join('')
    const inner = isShown ? `<ul>${states}</ul>` : ''
    return `<li><a href="${machineAddress(lifecycle.id)}"${current}>${escapeHtml(lifecycle.name)}</a>${inner}</li>`
  })
  const home = shown === null ? ' aria-current="page"' : ''
  return `<nav class="menu" aria-label="Machines"><a class="home" href="/machines"${home}>The machines</a>
<label class="search" hidden>Search <input type="search" autocomplete="off" aria-controls="found" data-index="/machines/search.json"></label>
<ul id="found" class="found" hidden></ul>
<ul>${items.join('')}</ul>
<p><a href="/machines/simulator"${shown === 'simulator' ? ' aria-current="page"' : ''}>What if: the simulator</a></p>
<p><a href="/machines/all"${shown === 'all' ? ' aria-current="page"' : ''}>All on one page, to print</a></p></nav>`
}
