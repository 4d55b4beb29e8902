import { type ChildProcess, spawn } from 'node:child_process'
import type { Socket } from 'node:net'

/**
 * Ends a server when this process ends, however it does: a shell waits for the end of a pipe that only
 * this process holds open, which even `kill -9` closes.
 */
export function guard(server: ChildProcess, stopSignal: NodeJS.Signals): void {
  const script = 'read -r _; kill -s "$1" "$2" 2>/dev/null'
  const args = ['-c', script, 'guard', stopSignal.replace('SIG', ''), String(server.pid)]
  const shell = spawn('/bin/sh', args, { detached: true, stdio: ['pipe', 'ignore', 'ignore'] })
  server.once('exit', () => shell.kill('SIGKILL'))
  // Neither the guard nor its pipe keeps this process alive.
  shell.unref()
  ;(shell.stdin as Socket).unref()
}
