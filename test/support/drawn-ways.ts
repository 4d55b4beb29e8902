/**
 * Reads the ways out of a drawn picture's texts: from which states, by which cause, under which
 * condition, to which state.
 */

/** One way as a reader of the picture understands it. */
export type DrawnWay = {
  /** `chain: charged`, `Cancel · merchant`. */
  cause: string
  condition: string
  /** Paths of states; of a status with phases it stands for all of them. */
  from: string[]
  /** Null where the state stays as it is. */
  to: string | null
}

/** The ways out of the states of a picture, and the ways into it from others. */
export type DrawnPicture = { out: DrawnWay[]; into: DrawnWay[] }

/** `status` is the path of the status whose phases the picture shows; empty for the statuses themselves. */
export function readPicture(svg: string, status: string): DrawnPicture {
  const [drawing = '', into = ''] = svg.split('>How it gets here<')
  const blocks = [
    ...drawing.matchAll(/<g data-route="([^"]*)"(?: data-if="([^"]*)")?>(.*?)<\/g>/gs),
  ]
  const ways = blocks.map(([, joins, asked, content]) =>
    wayOfBlock(unescape(joins!), content!, asked),
  )
  return {
    out: [...ways, ...rowsIn(drawing).map((row) => ({ ...row, from: statesOf(row.from, status) }))],
    into: rowsIn(into).map((row) => ({ ...row, from: listed(row.from.replace('from ', '')) })),
  }
}

/** The names in `A`, `A or B`, `A, B and C`. */
const listed = (text: string): string[] => text.split(/, | or | and /)

const eachPhase = 'each phase'
/** Stands for all phases of the status that a picture shows. */
export const every = '*'

/** What a button asks for is not written beside it, but said where it is pointed at. */
function wayOfBlock(joins: string, content: string, asked?: string): DrawnWay {
  const [from = '', to = null] = joins.split(' > ')
  const lines = linesOf(content)
  const words = textOf(lines.filter(({ classes }) => classes === 'words condition'))
  const [, phases, condition = ''] = /^(?:in ([A-Z][^,]*(?:, [A-Z][^,]*)*)(?:, |$))?(.*)$/.exec(
    words,
  )!
  return {
    cause: textOf(lines.filter(({ classes }) => classes !== 'words condition')),
    condition: asked ? `if ${asked}` : condition,
    from: phases ? listed(phases).map((phase) => `${from}.${phase}`) : [from],
    to,
  }
}

function rowsIn(svg: string) {
  const rows = svg.matchAll(
    /<g class="row"><g class="cause"(?: data-if="([^"]*)")?>(.*?)<\/g>.*?<g class="to">(.*?)<\/g><g class="from">(.*?)<\/g><\/g>/gs,
  )
  return [...rows].map(([, asked, cause, to, from]) => {
    const target = textOf(linesOf(to!))
    return {
      ...wayOfBlock('', cause!, asked),
      from: textOf(linesOf(from!)),
      to: target === 'stays as it is' ? null : target,
    }
  })
}

function statesOf(from: string, status: string): string[] {
  const names = from.replace(/^in /, '')
  if (names === eachPhase) return [every]
  return listed(names).map((name) => (status ? `${status}.${name}` : name))
}

const linesOf = (content: string) =>
  [...content.matchAll(/<text class="([^"]*)"[^>]*>(.*?)<\/text>/gs)].map(([, classes, text]) => ({
    classes: classes!,
    text: unescape(text!.replaceAll(/<[^>]*>/g, '')),
  }))

const textOf = (lines: { text: string }[]): string => lines.map(({ text }) => text).join(' ')

const unescape = (text: string) =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
