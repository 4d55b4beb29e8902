/** The package as it is published: packed, installed without a network, and run on its own. */
import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, expect, test } from 'vitest'
import { build } from 'vite'
import { runCommand } from '../../scripts/run-command.ts'
import { sourceFiles } from '../shape/source-files.ts'
import { newDirectory } from '../support/temporary-directory.ts'

const run = promisify(execFile)
const root = resolve(import.meta.dirname, '../..')
const packageFolder = join(root, 'packages/node')
/** A bundler makes this of the whole client, minified and not compressed. */
const bundleBytesMax = 16_000

let shop: string
beforeAll(async () => {
  shop = newDirectory('shop')
  await run('npm', ['pack', '--pack-destination', shop], { cwd: packageFolder })
  writeFileSync(join(shop, 'package.json'), '{"type":"module"}')
  const { version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8'))
  const flags = ['--offline', '--no-audit', '--no-fund', '--ignore-scripts']
  await run('npm', ['install', ...flags, `./mandate-node-${version}.tgz`], { cwd: shop })
}, 120_000)

const installed = () => join(shop, 'node_modules/@mandate/node')

test('the command and the client run where nothing else is installed', async () => {
  const { stdout } = await run('npx', ['--offline', 'mandate', 'listen', '--help'], { cwd: shop })
  expect(stdout).toContain('mandate listen [options]')
  const program =
    "import { createMandate } from '@mandate/node';" +
    "const m = createMandate({ baseUrl: 'http://127.0.0.1:9', apiKey: 'k', apiSecret: 's' });" +
    'console.log(typeof m.payments.create, typeof m.webhooks.unwrap)'
  const { stdout: types } = await run(process.execPath, ['-e', program], { cwd: shop })
  expect(types).toBe('function function\n')
  const { dependencies } = JSON.parse(readFileSync(join(installed(), 'package.json'), 'utf8'))
  expect(dependencies).toBeUndefined()
})

test('its types serve a strict program, which they keep from mistakes', async () => {
  const program = `
import { CommandNotAllowedError, createMandate, type Event } from '@mandate/node'
const mandate = createMandate({ baseUrl: 'https://pay.example', apiKey: 'k', apiSecret: 's' })
for await (const charge of mandate.subscriptions.listCharges('0x', { limit: 10 })) charge.period.toFixed()
await mandate.subscriptions.create({ planId: 'p', customerId: 'c', payer: '0x', startFrom: new Date() })
// @ts-expect-error An amount is no number: no digit is to be lost.
await mandate.payments.create({ amount: { value: 10, currency: 'X' }, expiresAt: new Date() })
// @ts-expect-error There is no such status.
mandate.payments.list({ statusIn: ['Payed'] })
export const handler = mandate.webhooks.handler((event: Event) => event.sequence.toFixed())
export const states = (error: unknown) => (error instanceof CommandNotAllowedError ? error.allowed.join() : null)
`
  writeFileSync(join(shop, 'program.ts'), program)
  const compilerOptions = {
    strict: true,
    noEmit: true,
    target: 'es2022',
    module: 'nodenext',
    types: [],
    lib: ['es2022', 'dom', 'dom.iterable', 'dom.asynciterable'],
  }
  writeFileSync(
    join(shop, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, files: ['program.ts'] }),
  )
  const { succeeded, output } = await runCommand(['tsc', '-p', shop])
  expect(output).toBe('')
  expect(succeeded).toBe(true)
})

test(`the whole client is bundled into ${bundleBytesMax / 1_000} kB`, async () => {
  const output = await build({
    configFile: false,
    logLevel: 'silent',
    root: shop,
    build: {
      write: false,
      target: 'es2022',
      lib: { entry: join(installed(), 'dist/index.js'), formats: ['es'], fileName: 'client' },
      rolldownOptions: { output: { minify: true } },
    },
  })
  const { output: chunks } = [output].flat()[0] as { output: { code: string }[] }
  const bytes = Buffer.byteLength(chunks[0]!.code)
  expect(bytes).toBeLessThanOrEqual(bundleBytesMax)
})

test('the client imports nothing but itself, so that it runs wherever there is fetch', () => {
  const files = sourceFiles(['packages/node/src'], ['.ts'])
  const commands = /^packages\/node\/src\/(command|listen|check-webhook)\//
  const client = files.filter(({ path }) => !commands.test(path))
  const foreign = client.flatMap(({ path, text }) =>
    [...text.matchAll(/\bfrom '([^.][^']*)'/g)].map(([, name]) => `${path}: ${name}`),
  )
  expect(client.length).toBeGreaterThan(10)
  expect(foreign).toEqual([])
})
