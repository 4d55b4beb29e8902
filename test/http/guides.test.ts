/** The guides: the documents of the project as pages of the service, so that whoever has it alone can read all that it leads to. */
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findServedFiles, isGuide } from '../../src/http/documentation/guides/served-files.ts'
import { describeApi } from '../../src/http/openapi/document.ts'
import { apis } from '../../src/http/openapi/apis.ts'
import { sourceFiles } from '../shape/source-files.ts'
import { send } from './client.ts'
import { startWorld, type World } from './world.ts'

let world: World
const pages = new Map<string, string>()
beforeAll(async () => {
  world = await startWorld()
  for (const [path, address] of findServedFiles())
    if (isGuide(path)) pages.set(address, (await open(address)).body as string)
})
afterAll(() => world.stop())

const open = (address: string) => send(`${world.url}${address}`, 'GET')

/** An address is good where it answers; its place, where the page has it. */
async function faultOf(address: string): Promise<string | null> {
  const [path = '', place] = address.split('#', 2)
  const html = pages.get(path)
  if (html !== undefined)
    return place === undefined || html.includes(`id="${place}"`) ? null : `no place ${place}`
  const { status } = await open(path)
  return status === 200 ? null : String(status)
}

async function faultsOf(addresses: Iterable<string>): Promise<string[]> {
  const faults: string[] = []
  for (const address of new Set(addresses)) {
    const fault = await faultOf(address)
    if (fault !== null) faults.push(`${address}: ${fault}`)
  }
  return faults
}

test('every document is a page with a title, and every link on it leads to something that is served', async () => {
  const links: string[] = []
  for (const [address, html] of pages) {
    expect([address, html]).toEqual([address, expect.stringMatching(/<h1 id="[^"]+">/)])
    const targets = [...html.matchAll(/ (?:href|src)="([^"]+)"/g)].map(([, target]) => target!)
    for (const target of targets) {
      if (target.startsWith('#')) links.push(`${address}${target}`)
      else if (target.startsWith('/')) links.push(target)
    }
  }
  expect(pages.size).toBeGreaterThan(40)
  expect(links.length).toBeGreaterThan(1_000)
  expect(await faultsOf(links)).toEqual([])
})

test('what the descriptions, the refusals and the dashboard name is served, with the place that they name', async () => {
  const texts = [
    ...sourceFiles(['src', 'web', 'machines', 'packages'], ['.ts', '.tsx']).map(({ text }) => text),
    ...apis.map((api) => JSON.stringify(describeApi(api))),
  ]
  const named = texts.flatMap((text) => text.match(/\/docs\/guides\/[\w/.-]*\w(?:#[\w-]+)?/g) ?? [])
  expect(named.length).toBeGreaterThan(10)
  expect(await faultsOf(named)).toEqual([])
  // Nobody who has the service alone can open a file of the repository.
  for (const text of apis.map((api) => JSON.stringify(describeApi(api))))
    expect(text.match(/docs\/[\w/-]+\.md/g)).toBeNull()
})

test('a long guide begins with what it has, and a short one without', () => {
  const contents = /<nav class="contents"[^>]*>(.*?)<\/nav>/.exec(pages.get('/docs/guides/people')!)
  const places = [...contents![1]!.matchAll(/href="#([^"]+)"/g)].map(([, place]) => place)
  const html = pages.get('/docs/guides/people')!
  expect(places).toEqual([...html.matchAll(/<h2 id="([^"]+)"/g)].map(([, place]) => place))
  expect(pages.get('/docs/guides/gas')).not.toContain('class="contents"')
})

test('a guide has the addresses of this service, where the document has an example', () => {
  const widget = pages.get('/docs/guides/widget')!
  expect(widget).toContain('https://pay.example/widget/?plan=')
  expect(widget).not.toContain('{WIDGET_URL}')
})

test('what is no document is served as the file that it is; what is not there is 404', async () => {
  const picture = await open('/docs/guides/screens/paid-phone-light.png')
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png'])
  const program = await open('/docs/guides/examples/verify-webhook.mjs')
  expect(program.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  for (const path of ['nothing', '../package.json', '..%2Fpackage.json', 'package.json'])
    expect((await open(`/docs/guides/${path}`)).status).toBe(404)
})

test('the search finds the guide and the call by a word of theirs', async () => {
  const { body } = await open('/docs/search.json')
  const { found } = body as { found: { name: string; text: string; address: string }[] }
  const having = (word: string) => found.filter(({ text }) => text.toLowerCase().includes(word))
  expect(having('signature').map(({ address }) => address)).toContain(
    '/docs/guides/webhooks#verify-a-signature',
  )
  expect(having('createpayment')[0]?.address).toBe('/docs#tag/payments/POST/integration/payments')
  const guides = found.map(({ address }) => address).filter((address) => pages.has(address))
  expect(await faultsOf(guides)).toEqual([])
})

const readParameters = (path: string): string[] =>
  [...readFileSync(path, 'utf8').matchAll(/\.get\('([\w-]+)'\)/g)].map(([, name]) => name!)

const documentedParameters = (path: string): string[] => {
  const [, table = ''] = readFileSync(path, 'utf8').split('| parameter | what it does |')
  return [...table.split('\n\n')[0]!.matchAll(/^\| `([\w-]+)` \|/gm)].map(([, name]) => name!)
}

test.each([
  {
    page: 'the checkout page',
    code: ['web/checkout/query.ts'],
    documents: ['docs/checkout.md'],
  },
  {
    page: 'the widget and the manage page',
    code: ['web/session/page-address.ts', 'web/session/token.ts'],
    documents: ['docs/widget.md', 'docs/manage-page.md'],
  },
])('the guides name every parameter that $page reads, and no other', ({ code, documents }) => {
  const read = new Set(code.flatMap(readParameters))
  expect(read.size).toBeGreaterThan(3)
  expect(new Set(documents.flatMap(documentedParameters))).toEqual(read)
})
