/** The pictures of a machine as they were drawn with it, made for a page: their cards are links, and their style stands elsewhere. */
import { type Lifecycle, withInner } from '../../core/lifecycles/model.ts'
import { drawingName, glanceName, readDrawing } from '../../store/views/entities/drawings.ts'
import { escapeHtml } from '../../shared/html/escape-html.ts'

export type Pictures = {
  /** All of it at once. */
  glance: string
  /** `status` is the path of the status whose phases it shows; null where it shows the statuses. */
  detailed: { status: string | null; svg: string }[]
}

export async function readPictures({ id, states }: Lifecycle): Promise<Pictures> {
  const composite = withInner(states)
    .filter(({ children }) => children.length > 0)
    .map(({ path }) => path)
  const linkOf = (path: string) => `#${composite.includes(path) ? 'phases-' : ''}${path}`
  const read = async (name: string) => inPage(await readDrawn(name), linkOf)
  const detailed = [null, ...composite].map(async (status) => ({
    status,
    svg: await read(drawingName(id, status)),
  }))
  return { glance: await read(glanceName(id)), detailed: await Promise.all(detailed) }
}

const styleElement = /<style>(.*?)<\/style>\n?/s

/** The look of all pictures, for pictures alone: a page has classes of the same names. */
export async function readPictureStyle(kind: string): Promise<string> {
  const [, style = ''] = styleElement.exec(await readDrawn(kind)) ?? []
  return `.drawing{${style}}`
}

async function readDrawn(name: string): Promise<string> {
  const svg = await readDrawing(name)
  if (svg === null) throw new Error(`the picture ${name} was not drawn: npm run generate`)
  return svg
}

/** A line of a picture that is a card, of a state or of another picture's. */
const cards = /^<g class="(?:state|outside)[^"]*" data-(?:state|leads-to)="([^"]*)">.*<\/g>$/gm

/** A picture with links in it is no single image. */
const inPage = (svg: string, linkOf: (path: string) => string): string =>
  svg
    .replace(styleElement, '')
    .replace('role="img"', 'role="group"')
    .replaceAll(cards, (card, path: string) => `<a href="${escapeHtml(linkOf(path))}">${card}</a>`)
