/**
 * Runs what operators of a deployment need now and then, each a command of this one:
 *
 *     npm run operator                          lists them
 *     npm run operator -- <command> --help      says what one does and takes; it does nothing
 *     npm run operator -- <command> …           runs it, with the environment of the service
 */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

/** `isAlone`: it takes no arguments, and refuses them before it does anything. */
type Command = { script: string; what: string; isAlone?: true }

const commands: Record<string, Command> = {
  preflight: {
    script: 'preflight.ts',
    what: 'says what a start with these settings will fail at, and changes nothing',
    isAlone: true,
  },
  rehearse: {
    script: 'rehearse.ts',
    what: 'tries a chain with real money, as a merchant and a payer would',
  },
  account: {
    script: 'account.ts',
    what: 'resets, disables or enables an account, or ends its sessions',
  },
  'measure-migrations': {
    script: 'measure-migrations.ts',
    what: 'says on a copy of the database how long an upgrade locks what',
    isAlone: true,
  },
  'rotate-master-key': {
    script: 'rotate-master-key.ts',
    what: 'wraps every data key under another master key',
    isAlone: true,
  },
  restored: {
    script: 'restored.ts',
    what: 'says that the database is an older copy, so that merchants are told',
    isAlone: true,
  },
  adopt: {
    script: 'adopt.ts',
    what: 'takes back what a restore has lost and a chain remembers',
  },
  'recover-deposit': {
    script: 'recover-deposit.ts',
    what: 'moves on what was paid on a wrong chain',
  },
  'build-pages': {
    script: 'build-web.ts',
    what: 'builds the hosted pages ahead of the first start',
    isAlone: true,
  },
}

const [, , name, ...given] = process.argv
const command = name === undefined ? undefined : commands[name]
if (name !== undefined && command === undefined) {
  console.error(`There is no command ${name}.\n`)
  process.exitCode = 1
}
if (!command) list()
else if (given.some((argument) => argument === '--help' || argument === '-h')) describe(command)
else if (command.isAlone && given.length > 0) {
  console.error(`${name} takes no arguments, and was given: ${given.join(' ')}. Nothing was done.`)
  process.exitCode = 1
} else {
  const program = scriptOf(command)
  process.argv.splice(1, 2, program)
  await import(program)
}

function list(): void {
  console.log('npm run operator -- <command> …\n')
  const width = Math.max(...Object.keys(commands).map(({ length }) => length))
  for (const [each, { what }] of Object.entries(commands))
    console.log(`  ${each.padEnd(width)}  ${what}`)
  console.log('\n--help behind a command says more. What has a name of its own: npm run help')
}

/** Prints what stands at the head of the script. */
function describe(command: Command): void {
  const [head = ''] = readFileSync(scriptOf(command), 'utf8').split('*/')
  const lines = head.split('\n').map((line) => line.replace(/^\s*\/?\*{1,2} ?/, ''))
  console.log(lines.join('\n').trim())
}

function scriptOf({ script }: Command): string {
  return resolve(import.meta.dirname, script)
}
