/** Tests that the documents keep in step with the project. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { posix, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { isSignedBy } from '../../src/http/authentication/signature.ts'
import { readSettings, settingNames } from '../../src/shared/settings.ts'
import { sourceFiles } from './source-files.ts'

const readmeLinesMax = 120
const glossaryWordsMax = 80
const architectureWordsMax = 1_300

const root = resolve(import.meta.dirname, '../..')
const names = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'SECURITY.md']
const documents = sourceFiles(['docs', ...names], ['.md'])

test('every link of a document leads somewhere', () => {
  const broken = documents.flatMap(({ path, text }) => {
    const targets = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target!)
    const local = targets.filter((target) => !/^([a-z]+:|#)/.test(target))
    return local
      .filter((target) => {
        const file = posix.join(posix.dirname(path), target.replace(/#.*$/, ''))
        return !existsSync(resolve(root, file))
      })
      .map((target) => `${path}: ${target}`)
  })
  expect(broken).toEqual([])
})

const textOf = (name: string): string => documents.find(({ path }) => path === name)!.text

test('a newcomer is through the README and ARCHITECTURE in 20 minutes', () => {
  expect(textOf('README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(readmeLinesMax)
  const words = textOf('ARCHITECTURE.md').split(/\s+/)
  expect(words.length).toBeLessThanOrEqual(architectureWordsMax)
})

test('the glossary is a list to learn, and not one to look things up in', () => {
  const words = [...textOf('docs/glossary.md').matchAll(/^\| (?!word|---)([^|]+) \|/gm)]
  const count = words.flatMap(([, some]) => some!.split(', ')).length
  expect(count).toBeGreaterThan(0)
  expect(count).toBeLessThanOrEqual(glossaryWordsMax)
})

test('the changelog begins with the release that package.json names, and each one says since when it is', () => {
  const { version } = JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8')) as {
    version: string
  }
  const text = readFileSync(resolve(root, 'CHANGELOG.md'), 'utf8')
  const [newest, ...older] = [...text.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading!)
  const date = String.raw`\d{4}-\d\d-\d\d`
  expect(newest).toMatch(
    new RegExp(`^${version.replaceAll('.', '\\.')}, (not released yet|${date})$`),
  )
  for (const heading of older) expect(heading).toMatch(new RegExp(`^\\d+\\.\\d+\\.\\d+, ${date}$`))
})

/** Read by single commands and by the finding of programs, not as settings of the service. */
const besides = ['DEPLOYER_KEY', 'GAS_KEY', 'NATS_SERVER_BINARY', 'ANVIL_BINARY']

test('.env.example names every setting, and no other, with the default it has', () => {
  const text = readFileSync(resolve(root, '.env.example'), 'utf8')
  const lines = [...text.matchAll(/^# ([A-Z][A-Z0-9_]+)=(.*)$/gm)]
  const names = lines.map(([, name]) => name!)
  expect(names.toSorted()).toEqual([...settingNames, ...besides].toSorted())
  // Settings with a default show it; the others are empty without them, and their lines are examples.
  const withDefault = ['PORT', 'HOST', 'DATA_DIR', 'LOG_LEVEL', 'ROLES', 'ALLOW_UNSAFE_MAINNET']
  const said = Object.fromEntries(
    lines.map(([, name, value]) => [name!, value!]).filter(([name]) => withDefault.includes(name!)),
  )
  expect(readSettings(said)).toEqual(readSettings({}))
})

test('the shell lines of a document quote what a shell would take apart', () => {
  const bare = documents.flatMap(({ path, text }) => {
    const blocks = [...text.matchAll(/^```sh\n(.*?)^```/gms)].map(([, block]) => block!)
    return blocks
      .flatMap((block) => block.split('\n'))
      .filter((line) => /\bcurl\b/.test(line))
      .filter((line) => {
        const unquoted = line.replaceAll(/'[^']*'|"[^"]*"/g, '').replace(/#.*$/, '')
        return /\$[A-Z]\b|[?*[\]]/.test(unquoted)
      })
      .map((line) => `${path}: ${line}`)
  })
  expect(bare).toEqual([])
})

test('the worked example of a signature is one that the service takes, and the lines beside it make it', () => {
  const { text } = documents.find(({ path }) => path === 'docs/authentication.md')!
  const [secret, timestamp, signedText, signature] = [
    'secret',
    '`x-api-ts`',
    'signed',
    '`x-api-sig`',
  ].map((name) => text.split(`| ${name} | \``)[1]!.split('` |')[0]!) as [
    string,
    string,
    string,
    string,
  ]
  const [, method, target, body] = /^\d{10}([A-Z]+)(\/[a-z/]+)(.*)$/.exec(signedText)!
  const request = { method: method!, target: target!, body: Buffer.from(body!) }
  expect(signedText.startsWith(timestamp)).toBe(true)
  expect(isSignedBy(secret, request, { timestamp, signature })).toBe(true)
  expect(text).toContain(`BODY='${body}'`)
  const [, lines = ''] = /^(BODY=.*?)^curl/ms.exec(text)!
  const script = `${lines.replace(/^TS=.*$/m, `TS=${timestamp}`)}printf %s "$SIG"`
  const env = { PATH: process.env['PATH'], SECRET: secret }
  expect(execFileSync('sh', ['-c', script], { encoding: 'utf8', env })).toBe(signature)
})
