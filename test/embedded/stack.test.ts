/** The embedded servers over a restart; what they outlive is proven in `proof/embedded`. */
import { expect, test } from 'vitest'
import { describeProcess } from '../../src/embedded/process-table.ts'
import { newDirectory } from '../support/temporary-directory.ts'
import { startStack } from './stack-servers.ts'
import { expectFacts, tellFacts } from './stack-memory.ts'

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

test('a data directory that another service uses is refused', async () => {
  const directory = newDirectory('stack')
  const stack = await startStack(directory)
  await expect(startStack(directory)).rejects.toThrow(/is using this server/)
  await stack.stop()
})

function expectGone(pids: number[]): void {
  expect(pids.map(describeProcess).filter(Boolean)).toEqual([])
}
