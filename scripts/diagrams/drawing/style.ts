/** The look of every picture: one colour for each cause of change, and paper for the rest. */
import { fontSizes } from './boxes.ts'

/** `mixed` is an arrow with several causes, whose words have the colours. */
const colours = {
  command: '#1d4ed8',
  event: '#475569',
  timer: '#b45309',
  automatic: '#7c3aed',
  mixed: '#475569',
  begin: '#0f172a',
} as const

export const style = `
.paper,.label{fill:#fff}
.title{font-size:${fontSizes.title}px;font-weight:700;fill:#0f172a}.version{font-size:12px;fill:#64748b;text-anchor:end}
.subtitle{font-size:${fontSizes.subtitle}px;fill:#475569}
.heading{font-size:${fontSizes.name}px;font-weight:700;fill:#0f172a}.rule{stroke:#cbd5e1}
.card{fill:#fff;stroke:#64748b;stroke-width:1.3}
.closed>.card,.ring{fill:#f1f5f9;stroke:#94a3b8}.ring.ring{fill:none}
.decision>.card{fill:#f5f3ff;stroke:${colours.automatic}}.decision .name{fill:#5b21b6}
.outside>.card{fill:#f8fafc;stroke:#94a3b8;stroke-dasharray:4 3}
.active>.card{fill:#dcfce7;stroke:#15803d;stroke-width:2.6}
.name{font-size:${fontSizes.name}px;font-weight:700;fill:#0f172a}
.words{font-size:${fontSizes.text}px;fill:${colours.event}}
.phases{font-size:${fontSizes.small}px;fill:#475569}
.condition{font-size:${fontSizes.small}px;font-style:italic;fill:#475569}
.command{font-weight:700;fill:${colours.command}}.role{font-weight:400}
.meaning{font-weight:400}.timer{fill:${colours.timer}}.automatic{fill:${colours.automatic}}
.pill{fill:#eff6ff;stroke:#93c5fd}.permitted{stroke-dasharray:3 2;stroke:#3b82f6}.to .words{font-weight:700}
.arrow{fill:none;stroke-width:1.5}.arrow.timer{stroke-dasharray:6 4}.arrow.automatic{stroke-dasharray:2 3}
${Object.entries(colours)
  .map(([kind, colour]) => `.arrow.${kind}{stroke:${colour};fill:none}`)
  .join('')}
.hit{fill:none;stroke:transparent;stroke-width:14}.way:hover .hit{stroke:#0b665033}
.clock{fill:none;stroke:${colours.timer};stroke-width:1.2}.beginning{fill:${colours.begin}}
`.replaceAll('\n', '')

export const arrowHeads = Object.entries(colours)
  .map(
    ([kind, colour]) =>
      `<marker id="head-${kind}" viewBox="0 0 8 8" refX="7.5" refY="4" markerWidth="8" markerHeight="8" markerUnits="userSpaceOnUse" orient="auto"><path d="M0 0.5L8 4L0 7.5z" fill="${colour}"/></marker>`,
  )
  .join('')
