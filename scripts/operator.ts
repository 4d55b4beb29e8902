/**
 * Runs what operators of a deployment need now and then, each a command of this one:
 *
 *     npm run operator                          lists them
 *     npm run operator -- <command> --help      says what one does and takes; it does nothing
 *     npm run operator -- <command> …           runs it, with the environment of the service
 *
 * What changes something that people or merchants notice, writes tables of its release, or costs gas, asks first; --yes is the
 * answer beforehand.
 */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { errorText } from '../src/shared/errors.ts'
import { agreement, agreesTo, namedDatabase, refuse } from './ask-first.ts'

/**
 * `isAlone`: it takes no arguments, and refuses them before it does anything. `does`: what is asked before it, for
 * these arguments; null or left out: it may run at once.
 */
type Command = {
  script: string
  what: string
  isAlone?: true
  does?: (given: readonly string[]) => string | null
}

/** What of these changes something; a word that is none of them is refused by the command itself. */
const ofAccounts = ['reset', 'disable', 'enable', 'end-sessions']
const ofLost = ['subscription', 'payment', 'payments']

const commands: Record<string, Command> = {
  preflight: {
    script: 'preflight.ts',
    what: 'says what a start with these settings will fail at, and changes nothing',
    isAlone: true,
  },
  rehearse: {
    script: 'rehearse.ts',
    what: 'tries a chain with real money, as a merchant and a payer would',
    does: () => 'pays and charges with the money of PAYER_KEY, and with the gas of the merchant',
  },
  account: {
    script: 'account.ts',
    what: 'lists accounts, resets, disables or enables one, or ends its sessions',
    does: ([action = '', email]) =>
      email !== undefined && ofAccounts.includes(action)
        ? `does this to ${email}: ${action}`
        : null,
  },
  'measure-migrations': {
    script: 'measure-migrations.ts',
    what: 'says on a copy of the database how long an upgrade locks what',
    isAlone: true,
    does: () =>
      `brings ${namedDatabase()} to the tables of this release, for good: it is for a copy that nobody uses`,
  },
  'rotate-master-key': {
    script: 'rotate-master-key.ts',
    what: 'wraps every data key under another master key',
    isAlone: true,
    does: () =>
      `brings ${namedDatabase()} to the tables of this release, and wraps every data key in it under MASTER_KEY; who has MASTER_KEY_OLD alone can read no secret then`,
  },
  restored: {
    script: 'restored.ts',
    what: 'says that the database is an older copy, so that merchants are told',
    isAlone: true,
    does: () =>
      `brings ${namedDatabase()} to the tables of this release, and begins an epoch in it: every event log gets a gap, and every merchant an EventLogRestored at once`,
  },
  adopt: {
    script: 'adopt.ts',
    what: 'takes back what a restore has lost and a chain remembers',
    does: ([what = '', id]) =>
      id !== undefined && ofLost.includes(what)
        ? 'makes it an object of the merchant again, who is told of it'
        : null,
  },
  'recover-deposit': {
    script: 'recover-deposit.ts',
    what: 'moves on what was paid on a wrong chain',
    does: () =>
      "sends transactions with the gas of GAS_KEY, which move money to the payment's receiver",
  },
  'build-pages': {
    script: 'build-web.ts',
    what: 'builds the hosted pages ahead of the first start',
    isAlone: true,
  },
}

const [, , name, ...words] = process.argv
const given = words.filter((word) => word !== agreement)
const command = name === undefined ? undefined : commands[name]
if (name !== undefined && command === undefined) {
  console.error(`There is no command ${name}.\n`)
  process.exitCode = 1
}
if (!command) list()
else if (given.some((argument) => argument === '--help' || argument === '-h')) describe(command)
else if (command.isAlone && given.length > 0)
  refuse(`${name} takes no arguments, and was given: ${given.join(' ')}.`)
else if (words.includes(agreement) || (await agrees(command))) {
  const program = scriptOf(command)
  process.argv = [process.argv[0]!, program, ...given]
  await import(program)
}

/** Asks, where the command changes something; what cannot be meant is refused before that. */
async function agrees({ does }: Command): Promise<boolean> {
  try {
    const asked = does?.(given) ?? null
    return asked === null || (await agreesTo(`${name} ${asked}.`))
  } catch (error) {
    refuse(`${errorText(error)}.`)
    return false
  }
}

function list(): void {
  console.log('npm run operator -- <command> …\n')
  const width = Math.max(...Object.keys(commands).map(({ length }) => length))
  for (const [each, { what }] of Object.entries(commands))
    console.log(`  ${each.padEnd(width)}  ${what}`)
  console.log('\n--help behind a command says more. What has a name of its own: npm run help')
}

/** Prints what stands at the head of the script, and whether it asks. */
function describe(command: Command): void {
  const [head = ''] = readFileSync(scriptOf(command), 'utf8').split('*/')
  const lines = head.split('\n').map((line) => line.replace(/^\s*\/?\*{1,2} ?/, ''))
  console.log(lines.join('\n').trim())
  if (command.does)
    console.log(
      `\nIt asks before it changes anything. ${agreement} is the answer beforehand, for who has no terminal.`,
    )
}

function scriptOf({ script }: Command): string {
  return resolve(import.meta.dirname, script)
}
