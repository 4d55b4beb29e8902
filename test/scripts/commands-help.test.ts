/** Every command says what it does and takes, and does nothing then; what others notice, or what costs gas, asks first. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** With a database that is not there, and without a chain or a key: whatever were tried would fail. */
const environment = {
  PATH: process.env['PATH'],
  DATA_DIR: '/nowhere',
  DATABASE_URL: 'postgresql://mandate:hunter2@127.0.9.1:1,127.0.9.2:2/production',
  DATABASE_SCHEMA: 'cell_b',
}
const run = (...args: string[]) =>
  spawnSync(process.execPath, ['scripts/run.mjs', ...args], { encoding: 'utf8', env: environment })

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  scripts: Record<string, string>
}
const files = Object.values(scripts).flatMap(
  (line) => /node scripts\/run\.mjs (\S+\.ts)/.exec(line)?.slice(1) ?? [],
)

test.each([...new Set(files)].filter((file) => file !== 'scripts/operator.ts'))(
  '%s says what it is for, and does nothing',
  (file) => {
    const { status, stdout, stderr } = run(file, '--help')
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(stdout.length).toBeGreaterThan(60)
  },
)

const listed = run('scripts/operator.ts').stdout.matchAll(/^ {2}(\S+) {2,}\S/gm)
const commands = [...listed].map(([, name]) => name!)

const asking = [
  'rehearse',
  'account',
  'measure-migrations',
  'rotate-master-key',
  'restored',
  'adopt',
  'recover-deposit',
]

test('the commands of operators are listed, and each has a help, which says where it asks', () => {
  expect(commands).toContain('restored')
  for (const command of commands) {
    const { status, stdout } = run('scripts/operator.ts', command, '--help')
    expect(status).toBe(0)
    expect(stdout).toContain(`npm run operator -- ${command}`)
    expect(stdout.includes('--yes')).toBe(asking.includes(command))
  }
})

test.each([
  ['restored'],
  ['rotate-master-key'],
  ['account', 'disable', 'me@example.com'],
  ['adopt', 'subscription', '0x0'],
  ['adopt', 'payment', 'x'],
  ['recover-deposit', '--payment', 'x'],
  ['rehearse'],
])('%s asks before it does anything', (...words) => {
  const { status, stderr } = run('scripts/operator.ts', ...words)
  expect(status).toBe(1)
  expect(stderr).toMatch(/Add --yes if that is meant\. Nothing was done\.\n$/)
})

test.each(['measure-migrations', 'restored', 'rotate-master-key'])(
  '%s writes into the database, and names it when it asks, without its password',
  (command) => {
    const { stderr } = run('scripts/operator.ts', command)
    expect(stderr).toContain(
      `${command} brings the database 'production' at 127.0.9.1:1, 127.0.9.2:2, schema cell_b to the tables of this release`,
    )
    expect(stderr).not.toContain('hunter2')
  },
)

test('where no database is named a command asks nothing, and says so', () => {
  const { status, stderr } = spawnSync(
    process.execPath,
    ['scripts/run.mjs', 'scripts/operator.ts', 'restored'],
    { encoding: 'utf8', env: { PATH: process.env['PATH'], DATA_DIR: '/nowhere' } },
  )
  expect(status).toBe(1)
  expect(stderr).toMatch(/^there is no database in \/nowhere: set DATABASE_URL.* Nothing was done/)
})

test.each([
  ['account', 'remove', 'me@example.com'],
  ['adopt', 'everything', 'x'],
  ['adopt', 'payments'],
])('%s %s is no change to ask about: the command says what it lacks', (...words) => {
  const { status, stderr } = run('scripts/operator.ts', ...words)
  expect(status).toBe(1)
  expect(stderr).not.toContain('--yes')
})

test('with the answer a command goes on, to what is missing here', () => {
  const { stderr } = run('scripts/operator.ts', 'rotate-master-key', '--yes')
  expect(stderr).toBe('set MASTER_KEY to the new key and MASTER_KEY_OLD to the one before it\n')
})
