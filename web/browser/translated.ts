/**
 * Keeps a page right that its browser translates. A translator such as Chrome's takes every text out of the page and puts an
 * element of its own into its place; the page would go on writing to the text that nobody sees, so that an old amount
 * stayed there, or an old heading above a new one. So before anything is drawn anew the page's own texts are put back; after it
 * those that are the same are translated as before, and the others are new to the translator, which translates them.
 */
import { options } from 'preact'

/** What stands for a text of the page, and what the text said when it was translated. */
type Stand = { node: ChildNode; said: string }

export function outliveTranslation(page: Element): void {
  const stands = new Map<Text, Stand>()
  const observer = new MutationObserver((records) => note(records, stands))
  observer.observe(page, { childList: true, subtree: true })
  options.debounceRendering = (draw) =>
    queueMicrotask(() => {
      note(observer.takeRecords(), stands)
      for (const [text, { node }] of stands)
        if (node.isConnected) node.replaceWith(text)
        else stands.delete(text)
      try {
        draw()
      } finally {
        for (const [text, { node, said }] of stands)
          if (text.isConnected && text.data === said) text.replaceWith(node)
          else stands.delete(text)
        // These changes are the page's own.
        observer.takeRecords()
      }
    })
}

/** Remembers which element came into the place of which text. */
function note(records: readonly MutationRecord[], stands: Map<Text, Stand>): void {
  const taken = new Set([...stands.values()].map(({ node }) => node as Node))
  for (const { target, removedNodes, previousSibling } of records)
    for (const removed of removedNodes) {
      // A reader who wants the original back gets it in the place of the translation.
      const text = removed instanceof Text ? removed : textOf(removed, stands)
      if (!text || text.isConnected) continue
      const node = [
        previousSibling,
        previousSibling ? previousSibling.nextSibling : target.firstChild,
      ].find((one) => one !== null && !taken.has(one) && isStand(one, removed))
      if (!node) continue
      taken.add(node)
      stands.set(text, { node: node as ChildNode, said: text.data })
    }
}

const isStand = (node: Node, removed: Node): boolean =>
  node.nodeName === 'FONT' || (node instanceof Text && !(removed instanceof Text))

const textOf = (removed: Node, stands: Map<Text, Stand>): Text | undefined =>
  [...stands].find(([, { node }]) => node === removed)?.[0]
