import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../src/shared/ids.ts'
import { setReturnHosts } from '../../src/store/merchants/pages/return-hosts.ts'
import { settle } from '../support/settle.ts'
import { send, sendRaw } from './client.ts'
import { newPayment, tellDeposits } from './checkout-world.ts'
import { type Merchant, newReadyMerchant, startWorld, type World } from './world.ts'

let world: World
let merchant: Merchant
let id: string
let depositAddress: string

beforeAll(async () => {
  world = await startWorld()
  merchant = await newReadyMerchant(world)
  const payment = await newPayment(merchant, { description: 'A <b>book</b> & more' })
  id = payment.id
  depositAddress = payment.depositAddress
})
afterAll(() => world.stop())

const open = (search = '', headers: Record<string, string> = {}, paymentId = id) =>
  send(`${world.url}/checkout/${paymentId}${search}`, 'GET', { headers })

/** Opens a payment whose shop does not say what it is for. */
const openNamed = async (name: string) =>
  open(`?name=${encodeURIComponent(name)}`, {}, (await newPayment(merchant)).id)

const noscriptOf = (html: string) => [...html.matchAll(/<noscript>(.*?)<\/noscript>/gs)].at(-1)![1]!
const viewOf = (html: string) =>
  JSON.parse(/<script type="application\/json" id="payment-view">(.*?)<\/script>/s.exec(html)![1]!)

describe('the checkout page', () => {
  test('carries the payment, and says in its headers what a browser must not do (S4.1-4)', async () => {
    const { status, headers, body } = await open()
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    const policy = headers.get('content-security-policy')!
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toMatch(/unsafe|\*|https?:/)
    expect(viewOf(body)).toMatchObject({ id, depositAddress, status: 'Created' })
    expect(body).toContain('<title>Pay A shop · 10.00\u00a0USDC</title>')
    // No script stands in the page itself, one style that the policy names, and nothing comes from elsewhere.
    expect(body).not.toMatch(/style="|<script>|onload=|src="(?!\.\/)|href="https?:/)
    const styles = [...body.matchAll(/<style>(.*?)<\/style>/gs)].map(([, style]) => style!)
    expect(styles).toHaveLength(1)
    const hash = createHash('sha256').update(styles[0]!).digest('base64')
    expect(policy).toContain(`style-src 'self' 'sha256-${hash}'`)
  })

  test('has all that is needed to pay in it where scripts are off', async () => {
    const plain = noscriptOf((await open()).body)
    for (const text of ['A shop', '10.00\u00a0USDC', depositAddress, 'LocalTestNet', id, '<svg'])
      expect(plain).toContain(text)
    expect(plain).toContain('A &lt;b&gt;book&lt;/b&gt; &amp; more')
    expect(plain).toMatch(/Pay before .*UTC/)
    // There is one way to pay here, and nothing changes under its reader.
    expect(plain).not.toContain('Two ways to pay')
    expect(plain).toContain('Refresh this page')
    expect((await open()).body).not.toContain('http-equiv="refresh"')
  })

  test('offers no address to pay to once nothing is to be paid any more (S4.1-4)', async () => {
    const payment = await newPayment(merchant)
    await tellDeposits(world, merchant, payment.id, {
      inTime: { seen: '10000000', confirmed: '10000000' },
    })
    const search = '?success-url=https://shop.example/thanks%3Fa=1'
    const plain = async () => noscriptOf((await open(search, {}, payment.id)).body)
    await settle(world)
    expect(await plain()).toContain('Thank you.')
    expect(await plain()).not.toContain('<svg')
    expect(await plain()).toContain(
      `href="https://shop.example/thanks?a=1&amp;payment-id=${payment.id}"`,
    )
    await setReturnHosts(world, merchant.owner, ['shop.example', 'other.example'])
    expect(await plain()).toContain('href="https://shop.example/')
    await setReturnHosts(world, merchant.owner, ['other.example'])
    expect(await plain()).not.toContain('href="https://shop.example')
    await setReturnHosts(world, merchant.owner, [])
    expect(await plain()).toContain('href="https://shop.example/')
  })

  test('is found with a slash at its end, too, by way of the address without', async () => {
    const response = await fetch(`${world.url}/checkout/${id}/?name=A+tea`, { redirect: 'manual' })
    expect(response.status).toBe(308)
    expect(response.headers.get('location')).toBe(`../${id}?name=A+tea`)
  })

  test('is in the language that is asked for, else in that of the browser, else English', async () => {
    const languageOf = async (search: string, accepted = '') =>
      /<html lang="(.*?)"/.exec((await open(search, { 'accept-language': accepted })).body)![1]
    expect(await languageOf('?lang=ru', 'es')).toBe('ru')
    expect(await languageOf('?lang=es-MX')).toBe('es')
    expect(await languageOf('?lang=tlh', 'de, es;q=0.5, ru;q=0.9')).toBe('ru')
    expect(await languageOf('?lang=', 'de;q=0.9, es;q=0')).toBe('en')
    expect(await languageOf('?lang=__proto__', ';;;q=,,=')).toBe('en')
    expect((await open('?lang=es')).body).toContain('Pague antes del')
  })
})

describe('on the checkout page', () => {
  const hostile =
    '</script></noscript><script>alert(1)</script><img src=x onerror=alert(1)>"\'&\u2028'

  test('a name with markup is text (S4.1-4)', async () => {
    const { status, body } = await openNamed(hostile)
    expect(status).toBe(200)
    expect(body).not.toContain('<script>alert')
    expect(body).not.toContain('<img')
    expect(noscriptOf(body)).toContain('&lt;/script&gt;')
  })

  test('a description with markup is text as well, in the data and beside it', async () => {
    const payment = await newPayment(merchant, { description: hostile })
    const { body } = await open('', {}, payment.id)
    expect(body).not.toMatch(/<script>alert|<img/)
    expect(viewOf(body).description).toBe(hostile.replace('\u2028', ''))
    expect(/payment-view.*/.exec(body)![0]).not.toMatch(/\u2028/)
  })

  test("a merchant's name with markup is text, in the data and beside it", async () => {
    const owner = await newReadyMerchant(world)
    await world.database.pool.query('update merchant set name = $1 where id = $2', [
      hostile,
      owner.owner.merchantId,
    ])
    const payment = await newPayment(owner)
    const { body } = await open('', {}, payment.id)
    expect(body).not.toMatch(/<script>alert|<img/)
    expect(noscriptOf(body)).toContain('&lt;img src=x')
  })

  test('nothing in a description turns the direction of the page, and what is nothing but hidden is no text', async () => {
    const descriptionOf = async (description: string) => {
      const payment = await newPayment(merchant, { description })
      return viewOf((await open('', {}, payment.id)).body).description
    }
    expect(await descriptionOf('map\u202Eexe\u200B\u2066!')).toBe('mapexe\u200B!')
    expect(await descriptionOf('\u3164')).toBeNull()
  })

  test('what the shop says it is for counts, and not a name that somebody wrote into the link', async () => {
    expect((await open('?name=Free+iPhone')).body).not.toContain('iPhone</h1>')
    expect((await openNamed('Coffee')).body).toContain('<h1>Coffee</h1>')
  })

  test('a name of 10,000 characters is cut', async () => {
    const { body } = await openNamed('long '.repeat(2_000))
    expect(/<h1>(.*?)<\/h1>/s.exec(body)![1]!.length).toBeLessThanOrEqual(120)
  })

  test.each(['a', 'ع', '名', '🗺'])('nor does one of 10,000 times %s', async (character) => {
    const { body } = await openNamed(character.repeat(10_000))
    expect(Array.from(/<h1>(.*?)<\/h1>/s.exec(body)![1]!)).toHaveLength(120)
  })

  test.each([
    '?name=%E0%A4%A',
    '?name=%00%ff',
    '?name=a&name=b&name[]=c&lang=es&lang=ru',
    '?success-url=a&success-url=b&fail-url',
    '?=&&&==&%',
    '?__proto__=1&constructor=2',
    `?${'a&'.repeat(5_000)}`,
  ])('%.40s does not keep the page from being shown', async (search) => {
    expect(await open(search)).toMatchObject({ status: 200 })
    expect(await open(search, {}, newId(new Date()))).toMatchObject({ status: 404 })
  })

  test.each([
    'javascript:alert(1)',
    'data:text/html,x',
    '//evil.example',
    'http://shop.example',
    'https://user:secret@shop.example',
    'https://shop.example@evil.example',
    '/relative',
    'https:\\\\evil.example',
  ])('%s is no way back', async (target) => {
    const payment = await newPayment(merchant)
    await tellDeposits(world, merchant, payment.id, {
      inTime: { seen: '10000000', confirmed: '10000000' },
    })
    const search = `?success-url=${encodeURIComponent(target)}`
    const plain = async () => noscriptOf((await open(search, {}, payment.id)).body)
    await settle(world)
    expect(await plain()).toContain('Thank you.')
    expect(await plain()).not.toContain('Return to')
  })
})

describe('an unknown payment', () => {
  test('is told in words, in the language of the payer, and never cached', async () => {
    for (const unknown of [newId(new Date()), 'nothing', '%3Cscript%3E', 'assets']) {
      const { status, headers, body } = await open('?lang=ru', {}, unknown)
      expect(status).toBe(404)
      expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(headers.get('cache-control')).toBe('no-store')
      expect(body).toContain('Такого платежа нет')
      expect(body).not.toContain('<script')
    }
  })

  test('has the language that stands in the first kilobyte of its address, and no work is made of the rest', async () => {
    const name = `name=${'a'.repeat(1_024)}`
    const open404 = async (search: string) => (await open(search, {}, newId(new Date()))).body
    expect(await open404(`?lang=ru&${name}`)).toContain('<html lang="ru"')
    expect(await open404(`?${name}&lang=ru`)).toContain('<html lang="en"')
  })

  test.each(['%0d%0aset-cookie:a=b', '%E2%82%AC', '%00', '..%5cevil', '%2f%2fevil.example'])(
    'is not redirected to, as /checkout/%s/',
    async (path) => {
      const response = await fetch(`${world.url}/checkout/${path}/`, { redirect: 'manual' })
      expect(response.status).toBe(404)
      expect(await response.text()).toContain('<!doctype html>')
    },
  )

  test('is never a fault of the service, however its address is written', async () => {
    for (const path of [
      '/checkout/%E0%A4%A',
      '/checkout//',
      '/checkout/..%2f..%2fetc',
      '/checkout/\xe4',
    ])
      expect(
        await sendRaw(world.url, `GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`),
      ).toMatch(/^HTTP\/1.1 (30\d|4\d\d) /)
  })
})

describe('the files of the checkout page', () => {
  const assetsOf = async () =>
    [...(await open()).body.matchAll(/(?:src|href)="\.\/(assets\/[^"]+)"/g)].map(
      ([, path]) => path!,
    )

  test('are kept for ever by browsers, because their names tell what is in them', async () => {
    const assets = await assetsOf()
    expect(assets.length).toBeGreaterThanOrEqual(2)
    for (const path of assets) {
      const { status, headers } = await send(`${world.url}/checkout/${path}`, 'GET')
      expect(status).toBe(200)
      expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      expect(headers.get('content-type')).toMatch(
        path.endsWith('js')
          ? /^application\/javascript/
          : path.endsWith('css')
            ? /^text\/css/
            : /^image\/svg/,
      )
    }
  })

  test('come as small as the browser takes them', async () => {
    const [script] = (await assetsOf()).filter((path) => path.endsWith('.js'))
    const sizes: Record<string, number> = {}
    for (const encoding of ['br', 'gzip', 'identity']) {
      const response = await fetch(`${world.url}/checkout/${script}`, {
        headers: { 'accept-encoding': encoding },
      })
      expect(response.headers.get('content-encoding') ?? 'identity').toBe(encoding)
      expect(response.headers.get('vary')).toMatch(/accept-encoding/i)
      sizes[encoding] = Number(response.headers.get('content-length'))
      await response.arrayBuffer()
    }
    expect(sizes['br']).toBeLessThan(sizes['gzip']!)
    expect(sizes['gzip']).toBeLessThan(sizes['identity']! / 2)
  })

  test('are nothing but those files', async () => {
    for (const path of ['assets/', 'assets/..%2findex.html', 'assets/%2e%2e/index.html'])
      expect((await send(`${world.url}/checkout/${path}`, 'GET')).status).toBeGreaterThanOrEqual(
        400,
      )
  })

  test('that are no more, as an old tab asks for, are 404 and not kept', async () => {
    const gone = `${world.url}/checkout/assets/index-0ld.js`
    for (const method of ['GET', 'HEAD']) {
      const { status, headers } = await send(gone, method)
      expect(status).toBe(404)
      expect(headers.get('cache-control')).toBe('no-store')
    }
    expect((await send(gone, 'DELETE')).status).toBe(405)
  })
})

test('the checkout page of one payer shows nothing to another site', async () => {
  const { headers } = await open('', { origin: 'https://evil.example' })
  expect(headers.get('access-control-allow-origin')).toBeNull()
})
