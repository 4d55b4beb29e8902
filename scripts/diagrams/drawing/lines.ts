/** Draws the lines of cards, labels and rows. */
import type { Permission } from '../routes.ts'
import { type Block, isButton, type Line } from './boxes.ts'
import { round } from './shapes.ts'

type Point = { x: number; y: number }

/**
 * The lines of a block. They stand at the left, or in the middle where the width is given. The words of a route are a
 * group of its own, which names the cards that the route joins.
 */
export function linesSvg({ route, lines }: Block, origin: Point, joins: string, width?: number) {
  const drawn = lines.map((line) => {
    const x = origin.x + (width === undefined ? 0 : (width - line.width) / 2)
    return lineSvg(line, round(x), round(origin.y + line.top))
  })
  if (!route) return drawn.join('')
  const { attribute, title } = permissionSvg(route.permission)
  return `<g data-route="${escape(joins)}"${attribute}>${title}${drawn.join('')}</g>`
}

/** What a button asks for is said where it is pointed at. */
export const permissionSvg = (permission: Permission | null) =>
  permission
    ? {
        attribute: ` data-if="${escape(permission.words)}"`,
        title: `<title>${escape(`Only if: ${permission.sentence}`)}</title>`,
      }
    : { attribute: '', title: '' }

export function lineSvg({ text: words, style: kind, width }: Line, x: number, y: number): string {
  if (kind === 'name') return text(x, y + 14, 'name', words)
  if (kind === 'timer')
    return `${clock(x + 6, y + 7.5)}${text(x + 16, y + 11.5, 'words timer', words)}`
  if (!isButton(kind)) return text(x, y + 11.5, `words ${kind}`, words)
  const classes = kind === 'permitted' ? 'pill permitted' : 'pill'
  const pill = `<rect class="${classes}" x="${x}" y="${y + 1}" width="${round(width)}" height="18" rx="9"/>`
  const [label = '', role] = words.split(' · ')
  const by = role ? `<tspan class="role"> · ${escape(role)}</tspan>` : ''
  return `${pill}<text class="words command" x="${x + 8}" y="${round(y + 14)}">${escape(label)}${by}</text>`
}

const clock = (x: number, y: number) =>
  `<path class="clock" d="M${round(x - 4.5)} ${round(y)}a4.5 4.5 0 1 1 9 0a4.5 4.5 0 1 1 -9 0M${round(x)} ${round(y - 2.8)}V${round(y)}L${round(x + 2)} ${round(y + 1.2)}"/>`

export function text(x: number, y: number, classes: string, words: string): string {
  return `<text class="${classes}" x="${round(x)}" y="${round(y)}">${escape(words)}</text>`
}

export const escape = (words: string): string =>
  words
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
