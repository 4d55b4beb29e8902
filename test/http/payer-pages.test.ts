import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { publicRpcUrlOf } from '../../src/http/chain-view.ts'
import { send } from './client.ts'
import { hostileTexts, marker } from './hostile-texts.ts'
import { startWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

const open = (path: string, headers: Record<string, string> = {}) =>
  send(`${world.url}${path}`, 'GET', { headers })

describe.each([
  ['widget', 'Subscribe', 'Suscribirse'],
  ['manage', 'Your subscriptions', 'Sus suscripciones'],
])('the page %s', (page, title, spanishTitle) => {
  test('is the same for everybody, and says in its headers what a browser must not do', async () => {
    const { status, headers, body } = await open(`/${page}/?session=${'a'.repeat(43)}`)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    const policy = headers.get('content-security-policy')!
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toMatch(/unsafe|\*/)
    expect(body).toContain(`<title>${title}</title>`)
    expect(body).not.toContain('a'.repeat(43))
    expect(body).not.toMatch(/style="|<script>|onload=|src="(?!\.\/)|href="https?:/)
    expect((await open(`/${page}/`)).body).toBe(body)
  })

  test('speaks the language of its address, then of the browser', async () => {
    expect((await open(`/${page}/?lang=es`)).body).toContain(`<title>${spanishTitle}</title>`)
    const { body } = await open(`/${page}/`, { 'accept-language': 'ru' })
    expect(body).toContain('<html lang="ru"')
    expect(body).toMatch(new RegExp(`modulepreload" crossorigin href="./assets/${page}-russian-`))
    expect(body).not.toMatch(/(?:english|spanish)-/)
  })

  test('may talk to the nodes of its chains and to nobody else', async () => {
    const policy = (await open(`/${page}/`)).headers.get('content-security-policy')!
    const [, allowed] = /connect-src ([^;]+)/.exec(policy)!
    const nodes = world.directory.chains.map(publicRpcUrlOf)
    for (const origin of allowed!.split(' ').slice(1))
      expect(nodes.some((node) => node?.startsWith(origin))).toBe(true)
  })

  test('leads to its address with a last slash, beside which it finds everything', async () => {
    const { status, headers } = await fetch(`${world.url}/${page}?plan=1`, { redirect: 'manual' })
    expect(status).toBe(308)
    expect(headers.get('location')).toBe(`./${page}/?plan=1`)
  })

  test('takes whatever stands in its address, and shows none of it', async () => {
    const names = ['plan', 'session', 'subscription', 'flow', 'lang', 'back-url']
    const upset: string[] = []
    for (const text of hostileTexts) {
      const search = names.map((name) => `${name}=${text}`).join('&')
      const { status, body } = await open(`/${page}/?${search}`)
      if (![200, 414].includes(status) || String(body).includes(marker)) upset.push(text)
    }
    expect(upset).toEqual([])
  })

  test('says without scripts how to stop a subscription', async () => {
    const plain = /<noscript>(.*?)<\/noscript>/s.exec((await open(`/${page}/`)).body)![1]
    expect(plain).toMatch(/You can stop every subscription without this page/)
  })
})

test('the bare address is the widget for a plan, the manage page for a token alone, and else the description of the API', async () => {
  const inFolder = (await open('/widget/?plan=1&lang=es')).body as string
  const { headers, body } = await open('/?plan=1&lang=es')
  expect(body).toBe(inFolder.replaceAll('="./assets/', '="./widget/assets/'))
  expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  const [, script] = /<script type="module"[^>]* src="\.\/([^"]+)"/.exec(body as string)!
  expect((await open(`/${script}`)).status).toBe(200)
  const lead = async (search: string) => {
    const answer = await fetch(`${world.url}/${search}`, { redirect: 'manual' })
    return answer.headers.get('location')
  }
  expect(await lead('?session=abc&back-url=x')).toBe('./manage/?session=abc&back-url=x')
  expect(await lead('')).toBe('/docs')
})
