/** One path in the report: its steps in words, how it ended, the line that repeats it, and its drawing. */
import { escapeHtml } from '../../../src/shared/html/escape-html.ts'
import { type PathResult, repeatLine } from '../path.ts'
import { type DrawnPicture, drawPath } from './drawn-machines.ts'

export const anchorOf = ({ id }: Pick<PathResult, 'id'>): string =>
  `path-${id.replaceAll('/', '-')}`

/** Closed, unless it failed. */
export function writePath(result: PathResult, drawn: DrawnPicture[]): string {
  const { id, ground, failure, durationMs } = result
  const mark =
    failure === null ? '<span class="good">✓</span>' : '<strong class="bad">✗ failed</strong>'
  return `<details id="${anchorOf(result)}"${failure === null ? '' : ' open'}><summary>${mark} ${id} <span class="soft">${escapeHtml(sayStates(result))}</span></summary><div class="within">
${failure === null ? '' : `<pre>${escapeHtml(failure)}</pre>`}
<ol>${result.steps.map(({ does, states }) => `<li>${escapeHtml(does)} <span class="soft">→ ${escapeHtml(states.join(' → '))}</span></li>`).join('')}</ol>
<p class="soft">On the ${ground}, in ${(durationMs / 1000).toFixed(2)} s. To repeat it:</p><pre class="repeat">${repeatLine(result)}</pre>
<div class="picture">${drawPath(result, drawn)}</div></div></details>`
}

/** The states that it comes to, each named once where it stays. */
function sayStates({ steps }: PathResult): string {
  const states = steps.flatMap((step) => step.states)
  return states.filter((state, index) => state !== states[index - 1]).join(' → ')
}
