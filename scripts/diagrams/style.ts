/** The look of every picture: one colour for each cause of change, and paper for the rest. */
import { fontSizes } from './boxes.ts'

const colours = {
  command: '#1d4ed8',
  event: '#475569',
  timer: '#b45309',
  automatic: '#7c3aed',
  begin: '#0f172a',
} as const

export const style = `
.paper{fill:#fff}
.title{font-size:24px;font-weight:700;fill:#0f172a}.version{font-size:12px;fill:#94a3b8}.subtitle{font-size:13px;fill:#475569}
.card{fill:#fff;stroke:#64748b;stroke-width:1.3}
.outer>.card{fill:#f1f5f9;stroke:#94a3b8}.outer.depth-2>.card{fill:#e2e8f0}
.closed>.card,.ring{fill:#f8fafc;stroke:#94a3b8}.closed .name{fill:#475569}.ring.ring{fill:none}
.decision>.card{fill:#f5f3ff;stroke:${colours.automatic}}.decision .name{fill:#5b21b6}
.current>.card{fill:#dcfce7;stroke:#15803d;stroke-width:2.6}
.heading rect:first-child{fill:#f1f5f9;fill-opacity:.94}.heading.closed rect:first-child{fill:#f8fafc}
.name{font-size:${fontSizes.name}px;font-weight:700;fill:#0f172a}
.words{font-size:${fontSizes.text}px;fill:${colours.event}}.description{fill:#64748b}
.condition{font-size:${fontSizes.small}px;font-style:italic;fill:#64748b}
.command{font-weight:700;fill:${colours.command}}.role{font-weight:400;fill:#60a5fa}
.meaning{font-weight:400}.timer{fill:${colours.timer}}.automatic{fill:${colours.automatic}}
.pill{fill:#eff6ff;stroke:#93c5fd}.label{fill:#fff;fill-opacity:.95}.label.depth-1{fill:#f1f5f9}.label.depth-2{fill:#e2e8f0}
.arrow{fill:none;stroke-width:1.5}.arrow.timer{stroke-dasharray:6 4}.arrow.automatic{stroke-dasharray:2 3}
${Object.entries(colours)
  .map(([kind, colour]) => `.arrow.${kind}{stroke:${colour};fill:none}`)
  .join('')}
.clock{fill:none;stroke:${colours.timer};stroke-width:1.2}.beginning{fill:${colours.begin}}
.any rect{fill:#fff;stroke:#94a3b8;stroke-dasharray:3 3}
`.replaceAll('\n', '')

export const arrowHeads = Object.entries(colours)
  .map(
    ([kind, colour]) =>
      `<marker id="head-${kind}" viewBox="0 0 8 8" refX="7.5" refY="4" markerWidth="8" markerHeight="8" markerUnits="userSpaceOnUse" orient="auto"><path d="M0 0.5L8 4L0 7.5z" fill="${colour}"/></marker>`,
  )
  .join('')
