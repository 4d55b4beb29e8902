import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, expect, test } from 'vitest'
import { claimServerFiles, recordServer } from '../../src/embedded/server-files.ts'
import { newDirectory } from '../support/temporary-directory.ts'

const noLongerThere = 999_999_999
const children: ChildProcess[] = []

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

test('a recorded server that lost its parent is ended with its recorded signal', async () => {
  const sleeper = await startSleeper()
  const ended = once(sleeper, 'exit')
  await claimAfterRecording({ pid: sleeper.pid!, command: 'sleep 1000' })
  expect(await ended).toEqual([null, 'SIGINT'])
})

test('a process that merely has the id of a recorded server is left alone', async () => {
  const sleeper = await startSleeper()
  await claimAfterRecording({ pid: sleeper.pid!, command: 'postgres -D elsewhere' })
  expect(sleeper.signalCode).toBeNull()
})

test('the record of a server that is gone does not keep its directory from being claimed', async () => {
  await claimAfterRecording({ pid: noLongerThere, command: 'sleep 1000' })
})

async function startSleeper(): Promise<ChildProcess> {
  const sleeper = spawn('sleep', ['1000'], { stdio: 'ignore' })
  children.push(sleeper)
  await once(sleeper, 'spawn')
  return sleeper
}

async function claimAfterRecording(server: { pid: number; command: string }): Promise<void> {
  const directory = newDirectory('server-files')
  const { record } = await claimServerFiles(directory, 'sleeper')
  recordServer(record, { ...server, parentPid: noLongerThere, stopSignal: 'SIGINT' })
  await claimServerFiles(directory, 'sleeper')
}
