/** The functions of `docs/verify-webhooks.md` verify what the service signs, and nothing else; each is run where its language is installed. */
import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, test } from 'vitest'
import { signatureHeaders } from '../../src/webhooks/sign.ts'

const run = promisify(execFile)
const guide = readFileSync(new URL('../../docs/verify-webhooks.md', import.meta.url), 'utf8')
const folder = mkdtempSync(join(tmpdir(), 'verifiers-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

type Language = {
  /** As its block in the guide is marked. */
  mark: string
  command: string[]
  /** Where the guide's lines stand, between what reads the calls and what prints the answers. */
  around: (lines: string) => string
}

const languages: Language[] = [
  {
    mark: 'ts',
    command: [process.execPath, 'verifier.ts'],
    around: (lines) => `${lines}
import { readFileSync } from 'node:fs'
const calls = JSON.parse(readFileSync(0, 'utf8'))
console.log(JSON.stringify(calls.map(({ headers, body, secret }: any) => isGenuine(headers, Buffer.from(body), secret))))`,
  },
  {
    mark: 'py',
    command: ['python3', 'verifier.py'],
    around: (lines) => `${lines}
import json, sys
print(json.dumps([is_genuine(c["headers"], c["body"].encode(), c["secret"]) for c in json.load(sys.stdin)]))`,
  },
  {
    mark: 'php',
    command: ['php', 'verifier.php'],
    around: (lines) => `<?php
${lines}
$calls = json_decode(file_get_contents('php://stdin'), true);
echo json_encode(array_map(fn($c) => isGenuine($c['headers'], $c['body'], $c['secret']), $calls));`,
  },
  {
    mark: 'go',
    command: ['go', 'run', 'verifier.go'],
    around: (lines) => `package main

import (
	"encoding/json"
	"os"
)

${lines}
type call struct {
	Headers map[string]string
	Body    string
	Secret  string
}

func main() {
	var calls []call
	if err := json.NewDecoder(os.Stdin).Decode(&calls); err != nil {
		panic(err)
	}
	answers := []bool{}
	for _, one := range calls {
		headers := http.Header{}
		for name, value := range one.Headers {
			headers.Set(name, value)
		}
		answers = append(answers, isGenuine(headers, []byte(one.Body), one.Secret))
	}
	json.NewEncoder(os.Stdout).Encode(answers)
}`,
  },
  {
    mark: 'rb',
    command: ['ruby', 'verifier.rb'],
    around: (lines) => `${lines}
require "json"
puts JSON.generate(JSON.parse($stdin.read).map { |c| genuine?(c["headers"], c["body"], c["secret"]) })`,
  },
]

const linesOf = (mark: string): string => {
  const [, lines] = new RegExp(`^\`\`\`${mark}\\n(.*?)^\`\`\``, 'ms').exec(guide) ?? []
  if (lines === undefined) throw new Error(`the guide has no lines in ${mark}`)
  return lines
}

const isInstalled = (command: string): boolean => {
  try {
    execFileSync('sh', ['-c', `command -v '${command}'`])
    return true
  } catch {
    return false
  }
}

const key = { name: 'test_1', secret: 'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' }
const event = { eventId: '1BwRWHZcSwfzWg9yhKUfzB', body: '{"text":"Grüße \\/ 🎉"}' }
const sign = (secret: string, agoMs = 0) =>
  signatureHeaders({ ...key, secret }, { ...event, sentAt: new Date(Date.now() - agoMs) })
const genuine = sign(key.secret)
const old = sign(key.secret, 600_000)
const elsewhere = sign('another')
const without = (name: string) =>
  Object.fromEntries(Object.entries(genuine).filter(([header]) => header !== name))

const calls: [name: string, headers: Record<string, string>, isGenuine: boolean][] = [
  ['as it was sent', genuine, true],
  [
    'one of several signatures fits',
    { ...genuine, 'webhook-signature': `v1,AAAA ${genuine['webhook-signature']}` },
    true,
  ],
  ['signed with another secret', elsewhere, false],
  ['ten minutes old', old, false],
  ['from the future', sign(key.secret, -600_000), false],
  [
    'an old one under a new time',
    { ...old, 'webhook-timestamp': genuine['webhook-timestamp']! },
    false,
  ],
  ['only the digest fits', { ...elsewhere, 'x-sp-digest': genuine['x-sp-digest']! }, false],
  [
    'only the other signature fits',
    { ...genuine, 'x-sp-digest': elsewhere['x-sp-digest']! },
    false,
  ],
  ['under another id', { ...genuine, 'webhook-id': '1BwRWHZcSwfzWg9yhKUfzC' }, false],
  ['no digest', without('x-sp-digest'), false],
  ['no signature', without('webhook-signature'), false],
  ['no time', without('webhook-timestamp'), false],
  ['a time that is none', { ...genuine, 'webhook-timestamp': 'now' }, false],
  ['nothing signed', {}, false],
]

describe.each(languages)('the lines in $mark', ({ mark, command: [program, ...given], around }) => {
  test.skipIf(!isInstalled(program!))(
    'take what the service has signed, and nothing else',
    { timeout: 120_000 },
    async () => {
      writeFileSync(join(folder, `verifier.${mark}`), around(linesOf(mark)))
      const running = run(program!, given, { cwd: folder })
      const input = [
        ...calls.map(([, headers]) => ({ headers, body: event.body, secret: key.secret })),
        { headers: genuine, body: `${event.body} `, secret: key.secret },
      ]
      running.child.stdin!.end(JSON.stringify(input))
      const answers = JSON.parse((await running).stdout) as boolean[]
      expect(calls.map(([name], index) => [name, answers[index]])).toEqual(
        calls.map(([name, , isGenuine]) => [name, isGenuine]),
      )
      // A body that was changed.
      expect(answers.at(-1)).toBe(false)
    },
  )
})
