/** The difference of two revisions of the machines, in a repository that is made for it. */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { differencesOf } from '../../scripts/machines-diff/differences.ts'
import type { MachineDifference } from '../../scripts/machines-diff/page.ts'
import { writeLines, writePage } from '../../scripts/machines-diff/page.ts'
import { readLives } from '../../scripts/machines-diff/read-lives.ts'

let repository: string
let differences: MachineDifference[]
const git = (...given: string[]) =>
  execFileSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@t.example', ...given], {
    cwd: repository,
  })

/** Replaces a text that stands in the file exactly once. */
function edit(file: string, old: string, young: string): void {
  const path = join(repository, 'machines', file)
  const text = readFileSync(path, 'utf8')
  expect(text.split(old)).toHaveLength(2)
  writeFileSync(path, text.replace(old, young))
}

// Inside the project, where both revisions find what they import.
beforeAll(async () => {
  mkdirSync('.cache', { recursive: true })
  repository = resolve(mkdtempSync('.cache/repository-'))
  for (const folder of ['machines', 'src'])
    cpSync(folder, join(repository, folder), { recursive: true })
  git('init', '--quiet', '--initial-branch=main')
  git('add', 'machines', 'src')
  git('commit', '--quiet', '--message=before')
  edit('charge/charge.context.ts', '[0, hourMs, 6 *', '[0, 2 * hourMs, 6 *')
  edit(
    'plan/plan.machine.ts',
    "'plan.restore': { target: 'Active', meta: { label: 'Restore', roles: ['merchant'] } }",
    "'plan.restore': { target: 'Draft', meta: { label: 'Restore', roles: ['operator'] } }",
  )
  edit(
    'subscription/transitions/frozen.ts',
    "label: 'Pause', roles: ['merchant', 'payer']",
    "label: 'Pause', roles: ['payer']",
  )
  edit('payment/payment.machine.ts', ' * A payment waits', ' * Written anew.\n * A payment waits')
  differences = await differencesOf(['main', null], repository)
})
afterAll(() => rmSync(repository, { recursive: true }))

const differenceOf = (name: string) => differences.find((one) => one.name === name)!

test('a wait that became longer under its old name is told with both lengths, and marks no arrow', () => {
  const { notices, pictures } = differenceOf('Charge')
  // The end of the grace, too, is nearer to an attempt that comes later.
  expect(new Set(notices.map(({ what }) => what))).toEqual(
    new Set(['How long: until next attempt', 'How long: until grace ends']),
  )
  expect(notices.find(({ what }) => what === 'How long: until next attempt')).toMatchObject({
    who: 'anybody',
    what: 'How long: until next attempt',
    states: ['Retrying.Waiting'],
    before: expect.stringContaining('(in its story: 50 minutes)'),
    after: expect.stringContaining('(in its story: 1 hour 50 minutes)'),
  })
  expect(pictures).toEqual([])
})

test('what a person may no longer do, or may do now, is told in sentences before and after', () => {
  expect(differenceOf('Plan').notices).toEqual([
    {
      who: 'merchant',
      what: 'Restore',
      states: ['Archived'],
      before: 'it comes to Active',
      after: null,
    },
    {
      who: 'operator',
      what: 'Restore',
      states: ['Archived'],
      before: null,
      after: 'it comes to Draft',
    },
  ])
  const { notices } = differenceOf('Subscription')
  expect(new Set(notices.map(({ who, what }) => `${who}: ${what}`))).toEqual(
    new Set(['merchant: Pause']),
  )
  expect(notices[0]!.before).toMatch(/^if “It was charged, .*”: it comes to PendingPause$/)
})

test('only ways that are really others are marked in the pictures, and not by colour alone', () => {
  const [picture, ...others] = differenceOf('Plan').pictures
  expect(others).toEqual([])
  expect(picture!.match(/<g class="(?:way|cause) \w+"/g)?.length).toBe(2)
  expect(picture).toMatch(/<g class="(?:way|cause) added"[^>]*>.*?\+ Restore/)
  expect(picture).toMatch(/<g class="(?:way|cause) removed"[^>]*>.*?− Restore/)
  for (const svg of differenceOf('Subscription').pictures)
    for (const [words] of svg.matchAll(/>[+−] [^<]*</g)) expect(words).toMatch(/>[+−] Pause</)
})

test('the page says first what is unchanged and what people notice, and folds the code below it', () => {
  const page = writePage('The machines', differences)
  expect(page).toMatch(/Unchanged: .*Customer.*\./)
  expect(page).toContain('Nobody notices a difference, though the code is written anew: Payment.')
  const [shown = '', ...folded] = page.split('<details>')
  expect(shown).toContain('What the merchant may do')
  expect(folded.join('')).toContain('+ * Written anew.')
  expect(writeLines(differences).join('\n')).toContain('before: it comes to Active')
})

test('a revision that is none is named, with what to do', async () => {
  await expect(readLives('nowhere', repository)).rejects.toThrow(
    /no revision 'nowhere' with a folder machines.*git log/,
  )
})
