/** The first page of the machines: what there is, and how the pictures are to be read. */
import { markdownTable } from './markdown.ts'
import { innermost, type Lifecycle } from '../../src/core/lifecycles/model.ts'

export function toIndexPage(lifecycles: Lifecycle[]): string {
  const rows = lifecycles.map((lifecycle) => [
    `[${lifecycle.name}](${lifecycle.id}.md)`,
    lifecycle.description,
    String(innermost(lifecycle).length),
  ])
  return `# The machines

Every entity is an explicit state machine. These pages are generated from the machines that run, so
they cannot say anything else: \`npm run generate\`. A service that runs shows its own at \`/machines\`, with a
search, every condition as a sentence, and an example of every event. Each page ends with stories: the shortest way to
every state, told by an example with dates and amounts. What a plan does when a wallet is empty, nodes are silent or fees rise is
tried at \`/machines/simulator\`: the machines live through a scenario in the page, for two retry policies side by side.

${markdownTable(['machine', 'what it is', 'states'], rows)}

## How to read the pictures

- A machine has a picture of its statuses, which are public. A status that has phases, drawn as a card upon
  another, has a picture of its own below it.
- A card is a state, with what it means. Grey cards are ends. A dashed one stands for a state of another picture.
- Blue: somebody presses the button with this name. It says who may.
- Grey: it is reported to the service, by the chain or by another machine.
- Amber and dashed: time is up. Timers are stored, so a restart forgets none.
- Violet and dotted: it follows at once.
- An arrow with several causes is grey, and its words have the colours.
- A violet hexagon is a decision: nobody waits in it. What is known says which of the ways out is taken.
- *if …* is a condition. *else if …* and *otherwise* count where no condition before them, for the same cause
  in the same state, holds; *unless …* names those of them that the picture does not show. *in …* names the
  phases in which a way is open.
- Where many states have the same way, one arrow shows it, and a row below the picture names the others. What holds
  in all phases of a status is in such a row, too, and so is what is heard after the end.
- What leaves a state as it is, and what a reorganisation of the chain takes back, is only in the tables of each
  page, which are complete.
`
}
