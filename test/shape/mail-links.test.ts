import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const root = new URL('../../', import.meta.url).pathname
const read = (path: string) => readFileSync(`${root}${path}`, 'utf8')

test('every link of a mail leads to a screen of the dashboard', () => {
  const letters = globSync('src/mailing/letters/*.ts', { cwd: root }).map(read).join('\n')
  const linked = [...letters.matchAll(/screen\(network, '([^']*)'\)/g)].map(
    ([, path]) => `/${path}`,
  )
  const screens = [...read('web/dashboard/screens.ts').matchAll(/path: '([^']*)'/g)]
  expect(linked.length).toBeGreaterThan(3)
  expect(screens.map(([, path]) => path)).toEqual(expect.arrayContaining(linked))
})
