import { expect, test, vi } from 'vitest'
import { describeProcess } from '../../src/embedded/process-table.ts'
import { newDirectory } from '../support/temporary-directory.ts'
import { startStack } from './stack-servers.ts'
import { askChainId, expectDatabaseAndBrokerFacts, expectFacts, tellFacts } from './stack-memory.ts'
import { runStackProgram } from './stack-program.ts'

const timeout = 15_000

test('the embedded servers keep their data and their addresses over a restart', async () => {
  const directory = newDirectory('stack')
  const first = await startStack(directory)
  await tellFacts(first.urls)
  await first.stop()
  expectGone(first.serverPids())

  const second = await startStack(directory)
  expect(second.urls).toEqual(first.urls)
  await expectFacts(second.urls)
  await second.stop()
})

test('an embedded server that is killed restarts by itself, with its data', async () => {
  const stack = await startStack(newDirectory('stack'))
  await tellFacts(stack.urls)
  const killed = stack.serverPids()
  for (const pid of killed) process.kill(pid, 'SIGKILL')

  await vi.waitFor(() => expectDatabaseAndBrokerFacts(stack.urls), { timeout })
  await vi.waitFor(() => askChainId(stack.urls.chain), { timeout })
  expect(stack.serverPids().filter((pid) => killed.includes(pid))).toEqual([])
  await stack.stop()
})

test.each(['launcher', 'program'] as const)(
  'after a kill -9 of the %s no server is left, and the next start finds everything',
  async (victim) => {
    const directory = newDirectory('stack')
    const killed = await runStackProgram(directory)
    await tellFacts(killed.urls)
    process.kill(victim === 'launcher' ? killed.launcherPid : killed.pid, 'SIGKILL')

    const stack = await startStack(directory)
    expectGone([killed.launcherPid, killed.pid, ...killed.serverPids])
    expect(stack.urls).toEqual(killed.urls)
    await expectFacts(stack.urls)
    await stack.stop()
  },
)

test('embedded servers end when their service is gone, although nobody starts it again', async () => {
  const killed = await runStackProgram(newDirectory('stack'))
  process.kill(killed.pid, 'SIGKILL')
  await vi.waitFor(() => expectGone(killed.serverPids), { timeout })
})

test('a data directory that another service uses is refused', async () => {
  const directory = newDirectory('stack')
  const stack = await startStack(directory)
  await expect(startStack(directory)).rejects.toThrow(/is using this server/)
  await stack.stop()
})

function expectGone(pids: number[]): void {
  expect(pids.map(describeProcess).filter(Boolean)).toEqual([])
}
