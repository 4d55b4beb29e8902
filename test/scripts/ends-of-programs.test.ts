/** A program that is out of memory, or was killed, is said to be so by what started it; a supervisor sees how it ended. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { newDirectory } from '../support/temporary-directory.ts'

/** Enough for what starts the program, too. */
const heapMb = 40

function run(program: string) {
  const file = join(newDirectory('program'), 'program.mjs')
  writeFileSync(file, program)
  return spawnSync(process.execPath, ['scripts/run.mjs', file], {
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: `--max-old-space-size=${heapMb}` },
  })
}

test('at its limit of memory a program ends, with the reason and what to do as the last line', () => {
  const { status, stderr } = run('const all = []\nfor (;;) all.push(new Array(1e5).fill(1.5))\n')
  expect(status).toBe(128 + 6)
  expect(stderr).toContain('JavaScript heap out of memory')
  expect(stderr.trim().split('\n').at(-1)).toMatch(/MemoryMax.*--max-old-space-size/)
})

test('a report of a killed program says that memory may be why', () => {
  const { status, stderr } = run(`process.kill(process.pid, 'SIGKILL')\nsetInterval(() => {}, 9)\n`)
  expect(status).toBe(128 + 9)
  expect(stderr).toMatch(/killed, by somebody or by the kernel.*MemoryMax/)
})

test('a program that ends by itself adds nothing', () => {
  expect(run('process.exitCode = 3\n')).toMatchObject({ status: 3, stderr: '' })
})
