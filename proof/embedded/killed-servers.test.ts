/** Embedded servers, the service and its launcher are killed: nothing is left behind, and nothing is lost. */
import { expect, test, vi } from 'vitest'
import { describeProcess } from '../../src/embedded/process-table.ts'
import { newDirectory } from '../../test/support/temporary-directory.ts'
import { startStack } from '../../test/embedded/stack-servers.ts'
import {
  askChainId,
  expectDatabaseAndBrokerFacts,
  expectFacts,
  tellFacts,
} from '../../test/embedded/stack-memory.ts'
import { runStackProgram } from './stack-program.ts'

const timeout = 15_000

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

function expectGone(pids: number[]): void {
  expect(pids.map(describeProcess).filter(Boolean)).toEqual([])
}
