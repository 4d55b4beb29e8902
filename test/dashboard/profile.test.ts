/** What payers see of a merchant, as its people set it: nothing of what somebody uploads is ever shown as it came. */
import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { logoBytesMax, logoSideMax } from '../../src/http/dashboard/setup/logo-image.ts'
import {
  type Dashboard,
  newColleague,
  newMerchant,
  type Person,
  startDashboard,
} from './service.ts'

let dashboard: Dashboard
let alice: Person & { merchantId: string }
let bob: Person

beforeAll(async () => {
  dashboard = await startDashboard()
  alice = await newMerchant(dashboard, 'alice')
  bob = await newMerchant(dashboard, 'bob')
})
afterAll(() => dashboard.stop())

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#d9480f' } })

const upload = (bytes: Buffer, person: Person = alice) =>
  person.call('PUT', '/test/profile/logo', { image: bytes.toString('base64') })

/** The same with every run. */
const noise = (name: string) => createHash('shake256', { outputLength: 900 }).update(name).digest()

const served = (file: string, page = 'checkout') =>
  dashboard.server.inject({ method: 'GET', url: `/${page}/logo/${file}` })

test('name, site and support are of one merchant and one network, and checked', async () => {
  const texts = { name: 'Alice’s ', site: 'https://alice.example', support: 'help@alice.example' }
  const set = await alice.call('PUT', '/test/profile', texts)
  const known = { name: 'Alice’s', site: 'https://alice.example/', support: texts.support }
  expect(set.body).toEqual({ ...known, logo: null })
  expect((await alice.call('GET', '/test/profile')).body).toEqual(set.body)
  const nothing = { site: null, support: null, logo: null }
  expect((await alice.call('GET', '/main/profile')).body).toEqual({ name: 'alice', ...nothing })
  expect((await bob.call('GET', '/test/profile')).body).toEqual({ name: 'bob', ...nothing })
  const wrong: [string, object][] = [
    ['name', { name: '\u200b' }],
    ['name', { name: 'a'.repeat(81) }],
    ['site', { site: 'http://alice.example' }],
    ['site', { site: 'javascript:alert(1)' }],
    ['site', { site: 'https://user:secret@alice.example' }],
    // As browsers write it, it is longer than what may be stored.
    ['site', { site: `https://alice.example/${'сад'.repeat(20)}` }],
    ['support', { support: `https://alice.example/${'сад'.repeat(20)}` }],
    ['support', { support: 'help at alice.example' }],
    ['support', { support: 'a@b.example?bcc=c@d.example' }],
  ]
  for (const [path, change] of wrong) {
    const { status, body } = await alice.call('PUT', '/test/profile', { ...texts, ...change })
    expect({ status, path: body.fields?.[0].path, change }).toEqual({ status: 400, path, change })
  }
  const page = { ...texts, support: 'https://alice.example/help' }
  expect((await alice.call('PUT', '/test/profile', page)).body.support).toBe(page.support)
})

test('a logo is made small, written anew, and found by what is in it, for ever', async () => {
  for (const format of ['png', 'jpeg', 'webp'] as const) {
    const { status, body } = await upload(await plain(600, 300).toFormat(format).toBuffer())
    expect(status).toBe(200)
    expect(body.logo).toMatchObject({ width: logoSideMax, height: logoSideMax / 2 })
    for (const page of ['checkout', 'widget', 'manage', 'dashboard']) {
      const { headers, rawPayload } = await served(body.logo.file, page)
      expect(headers).toMatchObject({
        'content-type': 'image/png',
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
      })
      expect(`${createHash('sha256').update(rawPayload).digest('hex')}.png`).toBe(body.logo.file)
    }
  }
  const small = await upload(await plain(20, 30).png().toBuffer())
  expect(small.body.logo).toMatchObject({ width: 20, height: 30 })
  const { body } = await alice.call('DELETE', '/test/profile/logo')
  expect(body.logo).toBeNull()
  expect((await served(small.body.logo.file)).statusCode).toBe(404)
})

test('the logo of two merchants goes only with the second', async () => {
  const bytes = await plain(31, 31).png().toBuffer()
  const { file } = (await upload(bytes)).body.logo
  expect((await upload(bytes, bob)).body.logo.file).toBe(file)
  await alice.call('DELETE', '/test/profile/logo')
  expect((await served(file)).statusCode).toBe(200)
})

test('what else stands in a picture is not in the logo', async () => {
  const mark = '<script>alert("polyglot")</script>'
  const png = await plain(40, 40).png().toBuffer()
  const jpeg = await plain(40, 40)
    .withExif({ IFD0: { ImageDescription: mark } })
    .jpeg()
    .toBuffer()
  for (const bytes of [Buffer.concat([png, Buffer.from(mark)]), jpeg]) {
    expect(bytes.includes(mark)).toBe(true)
    const { file } = (await upload(bytes)).body.logo
    expect((await served(file)).rawPayload.includes(mark)).toBe(false)
  }
})

const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
/** 20,000 pixels in each direction, in a file that says so and has none of them. */
const hugeHeader = async () => {
  const png = await plain(1, 1).png().toBuffer()
  const huge = Buffer.from(png)
  huge.writeUInt32BE(20_000, 16)
  huge.writeUInt32BE(20_000, 20)
  return huge
}

test.each<[string, () => Promise<Buffer> | Buffer, RegExp]>([
  ['an SVG', () => Buffer.from(svg), /is an SVG; send a PNG, JPEG or WebP/],
  ['an SVG behind XML', () => Buffer.from(`<?xml version="1.0"?>\n${svg}`), /is an SVG/],
  ['HTML', () => Buffer.from('<!doctype html><p>'), /is HTML or XML/],
  ['a GIF', () => Buffer.from('GIF89a=1;alert(1)'), /is a GIF/],
  ['a PDF', () => Buffer.from('%PDF-1.7'), /is a PDF/],
  ['noise', () => noise('x'), /has 900 bytes that are no picture/],
  [
    'a head of PNG and noise',
    () => Buffer.from('\x89PNG\r\n\x1a\nnoise', 'latin1'),
    /cannot be read/,
  ],
  ['half a PNG', async () => (await plain(300, 300).png().toBuffer()).subarray(0, 300), /cannot/],
  ['half a JPEG', async () => (await plain(300, 300).jpeg().toBuffer()).subarray(0, 700), /cannot/],
  [
    'a bomb',
    async () => plain(2_100, 2_100).png({ palette: true }).toBuffer(),
    /2100 × 2100 pixels/,
  ],
  ['a huge head', () => hugeHeader(), /20000 × 20000 pixels, which are 400000000/],
  [
    'too many bytes',
    () => Buffer.alloc(logoBytesMax + 1),
    /has 48129 bytes; at most 48128 \(47 KiB\)/,
  ],
])('%s is no logo, and the answer says why', async (_, bytes, message) => {
  const { status, body } = await upload(await bytes())
  expect({ status, fields: body.fields }).toEqual({
    status: 400,
    fields: [{ path: 'image', message: expect.stringMatching(message) }],
  })
})

test('a picture with wrong bytes in it is taken or refused, and never a fault of the service', async () => {
  const png = await plain(64, 64).png().toBuffer()
  // An account has 100 calls a second, and other tests have had some.
  for (let at = 0; at < 30; at++) {
    const broken = Buffer.from(png)
    for (const place of noise(`${at}`).subarray(0, 4))
      broken[8 + (place % (broken.length - 8))]! ^= at + 1
    const { status } = await upload(broken)
    expect([200, 400]).toContain(status)
  }
  for (const image of ['', '=', 'not base64!', 7, null])
    expect((await alice.call('PUT', '/test/profile/logo', { image })).status).toBe(400)
  for (const file of ['x', '.png', `${'0'.repeat(64)}.png`, `${'0'.repeat(64)}.svg`, '%2e%2e'])
    expect((await served(file)).statusCode).toBe(404)
})

test('who sets the pages up may change what payers see, and the log names it without the picture', async () => {
  const reader = await newColleague(dashboard, alice.merchantId, 'Finance')
  const developer = await newColleague(dashboard, alice.merchantId, 'Developer')
  const bytes = await plain(9, 9).png().toBuffer()
  expect((await upload(bytes, reader)).status).toBe(403)
  const { logo } = (await upload(bytes, developer)).body
  const onMain = await developer.call('DELETE', '/main/profile/logo')
  expect(onMain.status).toBe(403)
  const { rows } = await dashboard.database.pool.query(
    `select email, asked, after from audit_entry where call = 'setLogo' order by at desc limit 1`,
  )
  expect(rows).toEqual([
    { email: developer.email, asked: { image: '(not kept)' }, after: { logo: logo.file } },
  ])
})
