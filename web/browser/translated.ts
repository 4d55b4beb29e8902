/**
 * Keeps a page right that its browser translates. Translators take texts out of the page and put something of their own into
 * their place: Chrome an element, Safari another text, others a whole new content. The page would go on writing to the text
 * that nobody sees, so that an old amount stayed there, or an old heading above a new one. So before anything is drawn anew
 * the page's own content is put back wherever a part of it is gone; after it, what is drawn as before is translated as
 * before, and the rest is new to the translator, which translates it.
 */
import { type ComponentChild, options, render } from 'preact'

/** What an element held as the page drew it, and what its texts said. */
type Drawn = ReadonlyMap<Node, string | undefined>

/** What the elements held that somebody else has changed since the last drawing; a document has one page. */
const changed = new Map<Node, Drawn>()
/** Tells of what was moved whether the page has drawn it, or somebody else has put it there. */
const isOwn = new WeakMap<Node, boolean>()
const observer = new MutationObserver(note)

/** Draws a page, and keeps it right from then on, whatever is translated in it. */
export function drawPage(app: ComponentChild, page: Element): void {
  options.debounceRendering = (draw) => queueMicrotask(() => drawAnew(draw))
  render(app, page)
  observer.observe(page, { childList: true, subtree: true })
}

function drawAnew(draw: () => void): void {
  note(observer.takeRecords())
  const translated: [Node, Drawn, Node[]][] = []
  for (const [target, drawn] of changed) {
    const nodes = [...drawn.keys()]
    const lost = nodes.filter(({ parentNode }) => parentNode !== target)
    if (!lost[0]) continue
    // Instead of an element of the page nobody else's is put back: it would not hear what is pressed.
    if (lost.every((node) => textOf(node) !== undefined))
      translated.push([target, drawn, [...target.childNodes]])
    putInto(target, nodes)
  }
  changed.clear()
  try {
    draw()
  } finally {
    for (const [target, drawn, shown] of translated)
      if (target.isConnected && isAsDrawn(target, drawn)) {
        putInto(target, shown)
        changed.set(target, drawn)
      }
    // These changes are the page's own.
    observer.takeRecords()
  }
}

/** Remembers what stood in the elements that somebody else has changed. */
function note(records: readonly MutationRecord[]): void {
  for (const { addedNodes, removedNodes } of records) {
    learn(removedNodes, true)
    learn(addedNodes, false)
  }
  const before = new Map<Node, Node[]>()
  for (const { target, addedNodes, removedNodes, previousSibling } of [...records].reverse()) {
    if (changed.has(target)) continue
    const nodes = before.get(target) ?? [...target.childNodes]
    // Where there is none before it, it is the first.
    const place = nodes.indexOf(previousSibling as ChildNode) + 1
    nodes.splice(place, addedNodes.length, ...removedNodes)
    before.set(target, nodes)
  }
  for (const [target, nodes] of before) {
    const drawn = nodes.filter((node) => isOwn.get(node) !== false)
    changed.set(target, new Map(drawn.map((node) => [node, textOf(node)])))
  }
}

const learn = (nodes: NodeList, own: boolean): void =>
  nodes.forEach((node) => isOwn.has(node) || isOwn.set(node, own))

/** Reads what a text says; an element says nothing itself. */
const textOf = (node: Node): string | undefined => (node as Text).data

const isAsDrawn = ({ childNodes }: Node, drawn: Drawn): boolean =>
  childNodes.length === drawn.size &&
  [...drawn].every(([node, said], at) => childNodes[at] === node && textOf(node) === said)

/** Makes these the content; what stays is not moved, so that it keeps the focus. */
function putInto(target: Node, nodes: readonly Node[]): void {
  const others = [...target.childNodes].filter((node) => !nodes.includes(node))
  for (const other of others) target.removeChild(other)
  nodes.forEach((node, at) => {
    const there = target.childNodes[at] ?? null
    if (there !== node) target.insertBefore(node, there)
  })
}
