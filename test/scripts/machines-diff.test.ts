/** The differences of the machines of two revisions, in a repository that is made for it. */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compare, isSame, type MachineDifference } from '../../scripts/machines-diff/compare.ts'
import { loadMachines } from '../../scripts/machines-diff/load.ts'
import { drawDifference } from '../../scripts/machines-diff/merge.ts'
import { writeLines } from '../../scripts/machines-diff/report.ts'

let repository: string
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

// Inside the project, where the machines find xstate.
beforeAll(() => {
  mkdirSync('.cache', { recursive: true })
  repository = mkdtempSync('.cache/revisions-')
  cpSync('machines', join(repository, 'machines'), { recursive: true })
  git('init', '--quiet', '--initial-branch=main')
  git('add', '.')
  git('commit', '--quiet', '--message=before')
  edit('charge/charge.context.ts', '[0, hourMs, 6 *', '[0, 2 * hourMs, 6 *')
  edit(
    'subscription/subscription.setup.ts',
    'cancelRetryMs = 60 * 60_000',
    'cancelRetryMs = 120 * 60_000',
  )
  edit(
    'subscription/transitions/frozen.ts',
    "label: 'Pause', roles: ['merchant', 'payer']",
    "label: 'Pause', roles: ['payer']",
  )
  edit(
    'plan/plan.machine.ts',
    "'plan.restore': { target: 'Active', meta: { label: 'Restore', roles: ['merchant'] } }",
    "'plan.restore': { target: 'Draft', meta: { label: 'Restore', roles: ['operator'] } }",
  )
  edit(
    'plan/plan.machine.ts',
    '    Archived: {',
    "    Resting: { description: 'No new customers for a while.', on: { 'plan.activate': { target: 'Active', meta: { label: 'Activate', roles: ['merchant'] } } } },\n    Archived: {",
  )
  edit(
    'plan/plan.machine.ts',
    "'plan.activate': { target: 'Active', meta: { label: 'Activate', roles: ['merchant'] } },\n      },\n    },\n    Active",
    '},\n    },\n    Active',
  )
  edit(
    'delivery/delivery.events.ts',
    "type: z.literal('delivery.expired')",
    "type: z.literal('delivery.expired'), after: z.string()",
  )
  edit('verification/verification.machine.ts', "id: 'verification'", "id: 'vetting'")
})
afterAll(() => rmSync(repository, { recursive: true }))

async function differenceOf(id: string): Promise<MachineDifference> {
  const [before, after] = [
    await loadMachines('main', repository),
    await loadMachines(null, repository),
  ]
  return compare(before.get(id) ?? null, after.get(id) ?? null)
}

test('a wait that became longer under its old name is a changed wait, with both lengths', async () => {
  const { waits } = await differenceOf('charge')
  expect(waits).toEqual([
    {
      where: ['Retrying.Waiting', 'untilNextAttempt'],
      before: 'const attemptOffsetsMs = [0, hourMs, 6 * hourMs, dayMs]',
      after: 'const attemptOffsetsMs = [0, 2 * hourMs, 6 * hourMs, dayMs]',
    },
  ])
})

test('a fixed wait is told in its words', async () => {
  const { waits } = await differenceOf('subscription')
  const [told, ...others] = waits.filter(({ where }) => where[1] === 'untilCancelRetried')
  expect(others).toEqual([])
  expect([told?.before, told?.after]).toEqual([
    expect.stringContaining('(1 hour)'),
    expect.stringContaining('(2 hours)'),
  ])
})

test('permissions are told by state, person and command', async () => {
  const { permissions } = await differenceOf('plan')
  expect(permissions).toEqual(
    expect.arrayContaining([
      { where: ['Archived', 'merchant', 'plan.restore'], before: 'may', after: '' },
      { where: ['Archived', 'operator', 'plan.restore'], before: '', after: 'may' },
      { where: ['Draft', 'merchant', 'plan.activate'], before: 'may', after: '' },
    ]),
  )
})

test('what merchant and payer might do was never the operator’s', async () => {
  const { permissions } = await differenceOf('subscription')
  const lost = permissions.map(({ where: [, person, command] }) => `${person} ${command}`)
  expect([...new Set(lost)]).toEqual(['merchant subscription.pause'])
})

test('what was added, removed and changed stands in the picture, and not by its colour alone', async () => {
  const difference = await differenceOf('plan')
  const [{ svg } = { svg: '' }] = await drawDifference(difference)
  expect(svg).toMatch(/<g class="state added" data-state="Resting">.*\+ Resting/)
  expect(svg).toMatch(/class="added"[^>]*>.*\+ Activate/)
  expect(svg).toMatch(/class="removed"[^>]*>.*− Activate/)
  expect(svg).toMatch(/class="changed"[^>]*>.*~ Restore/)
  expect(writeLines([{ difference, drawings: [] }])).toEqual(
    expect.arrayContaining([
      '  + state Resting',
      '  − in Draft Activate (merchant) leads to Active',
      '  ~ in Archived Restore (merchant) leads to Active → in Archived Restore (operator) leads to Draft',
    ]),
  )
})

test('a wait that only its length changes is marked in the picture', async () => {
  const drawings = await drawDifference(await differenceOf('charge'))
  const retrying = drawings.find(({ status }) => status === 'Retrying')
  expect(retrying?.svg).toMatch(/class="changed"[^>]*>.*~ until next attempt/)
})

test('an event with another form is told', async () => {
  const { events } = await differenceOf('delivery')
  expect(events.map(({ where }) => where)).toEqual([['delivery.expired']])
})

test('machines come and go', async () => {
  const [gone, come] = [await differenceOf('verification'), await differenceOf('vetting')]
  expect([gone.versions.after, come.versions.before]).toEqual([null, null])
  expect([isSame(gone), isSame(come)]).toEqual([false, false])
})

test('what is as it was is the same', async () => {
  for (const id of ['payment', 'permit', 'customer'])
    expect(isSame(await differenceOf(id))).toBe(true)
})

test('a revision that is none is named, with what to do', async () => {
  await expect(loadMachines('nowhere', repository)).rejects.toThrow(
    /no revision 'nowhere' with a folder machines.*git log/,
  )
})
