/** Makes a page of the service of a document of the project: markdown-it reads it, and what leads to other files leads to their addresses here. */
import { posix } from 'node:path'
import MarkdownIt from 'markdown-it'
import { escapeHtml } from '../../../shared/html/escape-html.ts'

/** Anchors that documents set stand in them as HTML. They are files of ours, and no page of theirs may run a script. */
const markdown = new MarkdownIt({ html: true })
type Token = ReturnType<typeof markdown.parse>[number]

markdown.renderer.rules['table_open'] = () =>
  '<div class="wide" tabindex="0" role="group" aria-label="Table"><table>\n'
markdown.renderer.rules['table_close'] = () => '</table></div>\n'
markdown.renderer.rules['fence'] = (tokens, index) =>
  `<pre tabindex="0"><code>${escapeHtml(tokens[index]!.content)}</code></pre>\n`

/** A heading with what stands below it, up to the next one. */
type Section = { tag: string; heading: string; anchor: string; text: string }
export type Guide = { title: string; html: string; sections: Section[] }

const listedChaptersMin = 4

/** Returns the address of a file of the project; undefined where it is not served. */
type FindAddress = (path: string) => string | undefined

export function readGuide(path: string, text: string, findAddress: FindAddress): Guide {
  const tokens = withoutEmptyHeads(markdown.parse(text, {}))
  const sections = nameHeadings(tokens)
  for (const token of tokens) alignByClass(token)
  nameCells(tokens)
  for (const { children } of tokens) if (children) leadHere(children, path, findAddress)
  const html = markdown.renderer
    .render(tokens, markdown.options, {})
    .replace('</h1>', `</h1>${writeContents(sections)}`)
  return { title: sections[0]?.heading ?? path, html, sections }
}

/** What a long guide has; a short one is seen at a glance. */
function writeContents(sections: readonly Section[]): string {
  const chapters = sections.filter(({ tag }) => tag === 'h2')
  if (chapters.length < listedChaptersMin) return ''
  const items = chapters.map(
    ({ heading, anchor }) => `<li><a href="#${anchor}">${escapeHtml(heading)}</a></li>`,
  )
  return `<nav class="contents" aria-label="On this page"><ul>${items.join('')}</ul></nav>`
}

/** Gives every heading the anchor that it has in the repository, too, and gathers what can be searched. */
function nameHeadings(tokens: Token[]): Section[] {
  const sections: Section[] = []
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'heading_open') {
      const heading = textOf(tokens[index + 1]!)
      const anchor = anchorOf(heading)
      const before = sections.filter((section) => section.anchor === anchor).length
      token.attrSet('id', before === 0 ? anchor : `${anchor}-${before}`)
      sections.push({ tag: token.tag, heading, anchor: String(token.attrGet('id')), text: '' })
    } else if (token.type === 'inline' || token.type === 'fence') {
      const last = sections.at(-1)
      if (last) last.text += ` ${textOf(token)}`
    }
  }
  return sections
}

const textOf = ({ children, content }: Token): string =>
  children
    ? children
        .filter(({ type }) => ['text', 'code_inline', 'softbreak'].includes(type))
        .map((part) => part.content || ' ')
        .join('')
    : content

/** As GitHub names headings. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-')

/** Markdown has no table without a head; where its cells are empty, none was wanted. */
function withoutEmptyHeads(tokens: Token[]): Token[] {
  const kept: Token[] = []
  for (let index = 0; index < tokens.length; index++) {
    if (tokens[index]!.type === 'thead_open') {
      const end = tokens.findIndex(({ type }, at) => at > index && type === 'thead_close')
      const cells = tokens.slice(index, end).filter(({ type }) => type === 'inline')
      if (cells.every(({ content }) => content.trim() === '')) {
        index = end
        continue
      }
    }
    kept.push(tokens[index]!)
  }
  return kept
}

/** A link to a file that is not served loses its address and keeps its words. */
function leadHere(children: Token[], path: string, findAddress: FindAddress): void {
  let isBare = false
  for (const token of children) {
    const name = token.type === 'image' ? 'src' : 'href'
    const target = token.attrGet(name)
    if (target !== null) {
      const address = translate(String(target), path, findAddress)
      if (address) token.attrSet(name, address)
      else {
        token.hidden = true
        isBare = token.type === 'link_open'
        strip(token)
      }
    } else if (token.type === 'link_close' && isBare) {
      strip(token)
      isBare = false
    }
  }
}

/** A heading of a table that says nothing is none. */
function nameCells(tokens: Token[]): void {
  for (const [index, token] of tokens.entries())
    if (token.type === 'th_open' && tokens[index + 1]!.content === '')
      token.tag = tokens[index + 2]!.tag = 'td'
}

/** A column of numbers says so by a style of its own, which the page's policy stops. */
function alignByClass(token: Token): void {
  if (!String(token.attrGet('style')).includes('right')) return
  token.attrs = [['class', 'right']]
}

function strip(token: Token): void {
  token.type = 'text'
  token.content = ''
}

function translate(target: string, path: string, findAddress: FindAddress): string | undefined {
  if (/^[a-z]+:|^#|^\//.test(target)) return target
  const [file = '', anchor] = target.split('#', 2)
  const address = findAddress(posix.join(posix.dirname(path), decodeURI(file)))
  return address && (anchor ? `${address}#${anchor}` : address)
}
