/** What the search of the documentation finds: sections of guides, and calls. */
import { type Api, apis } from '../openapi/apis.ts'
import type { Guides } from './guides/guides.ts'

/** `what` says of which sort it is; `text` holds all words that find it. */
type DocumentHit = { what: string; name: string; text: string; address: string }

export const indexDocumentation = (guides: Guides, root: string): DocumentHit[] => [
  ...apis.flatMap((api) => indexCalls(api, root)),
  ...indexGuides(guides, root),
]

function indexCalls({ page, title, routes }: Api, root: string): DocumentHit[] {
  return routes.map(({ method, path, tag, summary, description, operationId }) => ({
    what: `${title}: ${method} ${path}`,
    name: summary,
    text: `${operationId} ${method} ${path} ${summary} ${description ?? ''}`,
    address: `${root}${page}${callAnchor(tag, method, path)}`,
  }))
}

/** The renderer's own address of a call. */
const callAnchor = (tag: string, method: string, path: string): string =>
  `#tag/${tag.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}/${method}${path}`

/** Guides for those who use the service: what its makers decided and measured would bury them. */
function indexGuides(guides: Guides, root: string): DocumentHit[] {
  const addresses = new Set(
    guides.menu().flatMap(({ links }) => links.map(({ address }) => address)),
  )
  return [...addresses].flatMap((address) => {
    const { title, sections } = guides.read(guides.pathAt(address.slice(root.length))!)
    return sections.map(({ heading, anchor, text }) => ({
      what: title,
      name: heading,
      text: `${title} ${heading} ${text}`,
      address: `${address}#${anchor}`,
    }))
  })
}
