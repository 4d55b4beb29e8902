/** Operators of several cells: where a new merchant was placed, and how full the cells are. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findFreePort } from '../../../src/embedded/ports.ts'
import { startNats } from '../../../src/embedded/nats.ts'
import { createAccount } from '../../../src/store/people/accounts.ts'
import { serveCells, startCells } from '../../cells/world.ts'
import { findBarriers } from '../../../test/browser/accessibility.ts'
import { findMisfits, forStaff } from '../../../test/browser/layout.ts'
import { looks, lookAt } from '../../../test/browser/screens.ts'
import { served } from '../../../test/browser/served.ts'
import { desktop } from '../../../test/browser/visit.ts'
import { judgeVisits, visit } from '../../../test/browser/world.ts'
import { fillLogin } from '../../../test/browser/dashboard/staff.ts'

const operator = { email: 'operator@cells.example', password: 'a long password of a person' }

let directory: string
let nats: Awaited<ReturnType<typeof startNats>>
let cells: Awaited<ReturnType<typeof startCells>>
let http: Awaited<ReturnType<typeof serveCells>>

judgeVisits()

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'mandate-cells-'))
  chmodSync(directory, 0o755)
  nats = await startNats({ storeDirectory: directory })
  cells = await startCells({ databaseUrl: await newDatabase(), natsUrl: nats.url })
  const port = await findFreePort()
  http = await serveCells(cells, { port, baseUrl: `http://127.0.0.1:${port}` })
  await createAccount(cells[0], { ...operator, role: 'Operator' })
})
afterAll(async () => {
  await http?.stop()
  for (const cell of cells ?? []) await cell.stop()
  await nats?.stop()
  rmSync(directory, { recursive: true, force: true })
})

/** Beside that of the service of all pages, on its server. */
async function newDatabase(): Promise<string> {
  const url = new URL(served.databaseUrl)
  const name = `cells_${Date.now()}`
  const client = new pg.Client(served.databaseUrl)
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  url.pathname = `/${name}`
  return url.href
}

async function openAs(path: string) {
  const visited = await visit(`${http.url}/dashboard/operator${path}`, { viewport: desktop })
  await fillLogin(visited, operator)
  await visited.page.getByRole('navigation', { name: 'Menu' }).waitFor()
  return visited
}

/** The cells that hold a merchant of this name. */
async function cellsOf(name: string): Promise<string[]> {
  const found = await Promise.all(
    cells.map(async ({ database, schema }) => {
      const { rowCount } = await database.pool.query('select from merchant where name = $1', [name])
      return rowCount ? [schema] : []
    }),
  )
  return found.flat()
}

test('an operator who lets a merchant in reads in which cell it was placed, and finds it there', async () => {
  const { page, button } = await openAs('/merchants')
  await button('Let a merchant in').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Bakery')
  await dialog.getByLabel('E-mail of the owner').fill('baker@cells.example')
  await dialog.getByRole('button', { name: 'Make the merchant' }).click()
  await page.getByRole('heading', { name: 'Pass this link on' }).waitFor()
  const [cell, ...others] = await cellsOf('Bakery')
  expect(others).toEqual([])
  await dialog.getByText(`Bakery is in the cell ${cell}.`).waitFor()
  for (const look of looks) {
    await lookAt(page, look)
    expect([...(await findBarriers(page)), ...(await findMisfits(page, forStaff))]).toEqual([])
  }
  await dialog.getByRole('button', { name: 'Close' }).click()
  await page.getByLabel('Cell').selectOption(cell!)
  await page.getByRole('cell', { name: 'Bakery' }).waitFor()
})

test('the cells are shown with what is in them, and which answers strangers', async () => {
  const { page } = await openAs('/cells')
  const rows = page.getByRole('table', { name: 'Cells' }).getByRole('row')
  for (const { schema } of cells) await rows.filter({ hasText: schema }).waitFor()
  expect(await rows.filter({ hasText: 'answers whoever belongs to none' }).innerText()).toContain(
    'cell_a',
  )
  for (const look of looks) {
    await lookAt(page, look)
    expect([...(await findBarriers(page)), ...(await findMisfits(page, forStaff))]).toEqual([])
  }
})
