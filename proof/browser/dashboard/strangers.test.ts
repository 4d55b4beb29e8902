/** Another merchant at the addresses of the first one's things: nothing of that is shown, on any screen. */
import { expect, test } from 'vitest'
import { quick } from '../../../test/browser/chains.ts'
import { newShop } from '../../../test/browser/shops.ts'
import { judgeVisits } from '../../../test/browser/world.ts'
import {
  addressOf,
  everything,
  mark,
  screenPaths,
  walker,
} from '../../../test/browser/dashboard/every-screen.ts'
import { openScreen } from '../../../test/browser/dashboard/staff.ts'

judgeVisits()

test('no screen shows anything of another merchant, whatever address is tried', async () => {
  const known = await everything()
  const secrets = [mark, ...Object.values(known.ids)]
  const visited = await openScreen(await newShop('Stranger'), '/account')
  visited.allow(/404/)
  const walkTo = walker(visited)
  const shown: string[] = []
  const tried: string[] = []
  for (const path of screenPaths) {
    await walkTo(addressOf(path, known))
    const asked = path.includes(':id') ? (known.ids[path.split('/')[1]!] ?? '') : ''
    const html = await visited.page.evaluate<string>('document.body.innerHTML')
    if (asked) tried.push(asked)
    // The id that was asked for may stand in the sentence that says that it is not there, and in the log of questions.
    const own = path === '/requests' ? tried : asked ? [asked] : []
    const rest = own.reduce((left, id) => left.replaceAll(id, ''), html)
    const found = secrets.filter((secret) => rest.includes(secret))
    shown.push(...found.map((secret) => `${path} shows ${secret}`))
    const denials = visited.page.locator('main').locator('[role=alert], .empty')
    if (path.includes(':id') && (await denials.count()) === 0) shown.push(`${path} says nothing`)
  }
  expect(shown).toEqual([])
}, 120_000)

test('the stream, the search and the pictures of another merchant are closed too', async () => {
  const { shop, ids } = await everything()
  const stranger = await newShop('Listener')
  const visited = await openScreen(stranger, '/account')
  visited.allow(/404/)
  const { page } = visited
  await page.evaluate(`{
    window.heard = ''
    const stream = new EventSource('/dashboard/api/test/live')
    stream.addEventListener('moved', ({ data }) => { window.heard += data })
  }`)
  await expect.poll(() => page.evaluate('window.heard')).not.toBe('')
  const terms = { asset: quick.codes[0], amount: '10', periodDays: 31 }
  const [theirs, own] = [
    await shop.asPerson<{ id: string }>('POST', '/test/plans', { name: `More ${mark}`, ...terms }),
    await stranger.asPerson<{ id: string }>('POST', '/test/plans', { name: 'Own', ...terms }),
  ]
  await expect.poll(() => page.evaluate('window.heard')).toContain(own.id)
  expect(await page.evaluate('window.heard')).not.toContain(theirs.id)
  await page.keyboard.press('Control+k')
  for (const words of [mark, ids['subscriptions']!, ids['payers']!]) {
    await page.getByLabel('What are you looking for?').fill(words)
    await page.getByText('Nothing of yours on this network matches').waitFor()
  }
})
