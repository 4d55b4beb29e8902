/** The first page of the machines: what there is, and how the pictures are to be read. */
import { markdownTable } from './markdown.ts'
import { innermost, type Lifecycle } from './model.ts'

export function toIndexPage(lifecycles: Lifecycle[]): string {
  const rows = lifecycles.map((lifecycle) => [
    `[${lifecycle.name}](${lifecycle.id}.md)`,
    lifecycle.description,
    String(innermost(lifecycle).length),
  ])
  return `# The machines

Every entity is an explicit state machine. These pages are generated from the machines that run, so
they cannot say anything else: \`node scripts/run.mjs scripts/generate-diagrams.ts\`.

${markdownTable(['machine', 'what it is', 'states'], rows)}

## How to read the pictures

- A white card is a state, with what it means. The names of the outermost cards are the public
  statuses; a card within another is the phase. Grey cards are ends.
- Blue: somebody presses the button with this name. It says who may.
- Grey: the service is told something, by the chain or by another machine.
- Amber and dashed: time is up. Timers are stored, so a restart forgets none.
- Violet and dotted: it follows at once.
- A violet hexagon is a decision: nobody waits in it. What is known says which of the ways out is
  taken, and the meaning of each state says what must be so.
- *if …* is a condition. Where several ways have the same cause, the first whose condition holds is
  taken.
- What leaves a state as it is, is not in the picture. The tables below each picture are complete.
`
}
