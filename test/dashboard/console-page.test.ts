import { execFile } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { consolePage, tryingOut } from '../../src/embedded/demo/console-page.ts'
import { type Started, startService } from '../../src/main.ts'
import { createLog } from '../../src/shared/log.ts'
import { readSettings } from '../../src/shared/settings.ts'
import { freshDatabaseUrl } from '../support/database.ts'

const run = promisify(execFile)
const scriptTimeoutMs = 60_000
const betweenSteps = '-----'

let started: Started

beforeAll(async () => {
  const settings = readSettings({
    PORT: '0',
    DATA_DIR: mkdtempSync(join(inject('temporaryDirectory'), 'console-')),
    DATABASE_URL: await freshDatabaseUrl(),
  })
  started = await startService(settings, createLog('silent'))
})
afterAll(() => started.stop())

test('everything that the console page names is there', async () => {
  const { devJson, operator } = started.demo!
  const [page] = consolePage(devJson, operator, new Date()).split('Try it')
  const addresses = page!.match(/http:\/\/[^\s;]+/g)!
  expect(addresses.length).toBeGreaterThan(1)
  const statuses = await Promise.all(addresses.map(async (one) => (await fetch(one)).status))
  expect(statuses).not.toContain(404)
  expect(Object.keys(devJson).filter((name) => name.endsWith('Url'))).toEqual([
    'baseUrl',
    'checkoutUrl',
    'widgetUrl',
    'manageUrl',
  ])
})

test('the commands of the console page take a newcomer to a paid payment and a charged subscription', async () => {
  const steps = tryingOut(started.demo!.devJson, started.service.clock.now())
  const script = steps.map(({ command }) => command).join(`\necho '${betweenSteps}'\n`)
  const { stdout } = await run('/bin/sh', ['-c', script], { timeout: scriptTimeoutMs })
  const said = stdout.split(betweenSteps).map((text) => text.trim())
  const [, checkout, sent, payment, subscription, approved, activated, clock, charges, events] =
    said

  expect(checkout).toMatch(/\/checkout\/[1-9A-HJ-NP-Za-km-z]{22}\?name=Coffee$/)
  expect(sent).not.toContain('error')
  expect(JSON.parse(payment!).payment).toMatchObject({ status: 'Succeeded' })

  expect(subscription).toMatch(/^0x[0-9a-fA-F]{40}$/)
  expect(approved).not.toContain('error')
  expect(['Pending', 'Active']).toContain(JSON.parse(activated!).status)
  expect(JSON.parse(clock!).settled).toBe(true)
  const made = JSON.parse(charges!).charges as { status: string; period: number }[]
  expect(made.map(({ status, period }) => ({ status, period }))).toEqual([
    { status: 'Succeeded', period: 2 },
    { status: 'Succeeded', period: 1 },
  ])
  const told = JSON.parse(events!).events as { eventType: string }[]
  expect(told.map(({ eventType }) => eventType)).toContain('SubscriptionChargeStatusChanged')
}, 90_000)
