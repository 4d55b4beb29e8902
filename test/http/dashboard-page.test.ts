/** The page of the dashboard as any browser gets it, whoever asks: what it may do, and what it does not hold. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { send } from './client.ts'
import { hostileTexts } from './hostile-texts.ts'
import { startWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

const open = (path: string) => send(`${world.url}${path}`, 'GET', {})

test.each([
  '/dashboard',
  '/dashboard/test/plans',
  '/dashboard/operator/stuck',
  '/dashboard/account-link',
])(
  '%s runs its own scripts alone, asks this service alone, and is framed by nobody',
  async (path) => {
    const { status, headers, body } = await open(path)
    expect(status).toBe(200)
    const policy = headers.get('content-security-policy')!
    const rules = new Map(
      policy
        .split('; ')
        .map((rule) => [rule.slice(0, rule.indexOf(' ')), rule.replace(/^\S+ /, '')]),
    )
    expect(rules.get('style-src')).toMatch(/^'self' 'sha256-[\w+/=]+'$/)
    rules.delete('style-src')
    expect(Object.fromEntries(rules)).toEqual({
      'default-src': "'none'",
      'script-src': "'self'",
      'img-src': "'self' data:",
      'connect-src': "'self'",
      'base-uri': "'none'",
      'form-action': "'none'",
      'frame-ancestors': "'none'",
    })
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(body).not.toMatch(
      /<script(?![^>]* (?:src|type="application\/json"))|\son\w+=|(?:src|href)="(?:https?:)?\/\//,
    )
  },
)

test('holds nothing of its address', async () => {
  const { body } = await open('/dashboard/test/plans')
  for (const text of hostileTexts) {
    const hostile = await open(
      `/dashboard/test/${encodeURIComponent(text)}?q=${encodeURIComponent(text)}`,
    )
    if (hostile.status === 200) expect(hostile.body).toBe(body)
    else expect(hostile.status).toBeLessThan(500)
  }
})
