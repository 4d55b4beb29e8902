/** Makes the machines' pages act: opens what a link leads to, zooms, searches, prints all. */
import { offerSearch } from '../parts/search-pages.ts'
import { offerZoom } from './zoom.ts'

/** Pictures of phases, and what one looks up, are closed at first; whoever follows a link there wants it open. */
function openTarget(): void {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)))
  for (let at = target; at; at = at.parentElement)
    if (at instanceof HTMLDetailsElement) at.open = true
  target?.scrollIntoView()
}

function openAll(): void {
  for (const details of document.querySelectorAll('details')) details.open = true
}

addEventListener('beforeprint', openAll)
for (const drawing of document.querySelectorAll<HTMLElement>('.drawing:not(.whole)'))
  offerZoom(drawing)
offerSearch(document.querySelector('.search')!, document.querySelector('#found')!)
const simulator = document.querySelector('#simulator')
// Only whoever asks loads the machines and the simulator.
if (simulator)
  void import('./simulator/simulator.tsx').then((loaded) => loaded.offerSimulator(simulator))
else {
  addEventListener('hashchange', openTarget)
  if (location.hash) openTarget()
}
