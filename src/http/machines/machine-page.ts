/** The page of one machine: its pictures, who may do what, what time does, its states, events and conditions. */
import type { Drawing } from '../../lifecycles/drawing/draw.ts'
import { withInner } from '../../lifecycles/model.ts'
import type { ReadMachine } from '../../lifecycles/read-machines.ts'
import { escapeHtml } from '../../shared/html/escape-html.ts'
import { machineAddress, stateLink } from './html-parts.ts'
import { writeStates } from './state-sections.ts'
import { writeConditions, writeEvents, writePermissions, writeWaits } from './tables.ts'

/** Writes what stands beside the menu. */
export function writeMachine(read: ReadMachine, drawings: Drawing[]): string {
  const { lifecycle } = read
  return `<article class="machine" aria-labelledby="machine-${lifecycle.id}">
<header><h1 id="machine-${lifecycle.id}">${escapeHtml(lifecycle.name)}</h1>
<p class="lead">${escapeHtml(lifecycle.description)}</p>
<p class="aside">Version ${escapeHtml(lifecycle.version)}, drawn from the machine that runs here.</p></header>
${drawings.map((drawing) => writeDrawing(read, drawing)).join('\n')}
<h2 id="permissions">Who may do what</h2>
<p class="aside">What does not stand here is refused with 409, and changes nothing.</p>
${writePermissions(read)}
<h2 id="waits">What time does</h2>
<p class="aside">Each wait begins when its state is entered, is stored, and outlives every restart.</p>
${writeWaits(read)}
<h2 id="states">States</h2>
${writeStates(read)}
<h2 id="events">Events</h2>
${writeEvents(read)}
<h2 id="conditions">Conditions</h2>
${writeConditions(read)}
</article>`
}

/** The statuses are open; a status with phases opens on demand. */
function writeDrawing({ lifecycle }: ReadMachine, { status, svg }: Drawing): string {
  const frame = `<div class="drawing" tabindex="0" role="group" aria-label="Picture, move by the arrow keys">${inPage(svg)}</div>`
  if (status === null) return `<figure class="statuses">${frame}</figure>`
  const state = withInner(lifecycle.states).find(({ path }) => path === status)!
  const phases = state.children.map(({ name }) => name).join(', ')
  return `<details class="phases" id="phases-${status}"><summary><strong>${escapeHtml(status)}</strong> <span class="aside">${escapeHtml(phases)}</span></summary>${frame}</details>`
}

/**
 * Its style stands once in the head of the page, where the policy knows it; and a picture with links in it is
 * no single image.
 */
const inPage = (svg: string): string =>
  svg.replace(/<style>.*?<\/style>\n?/s, '').replace('role="img"', 'role="group"')

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
