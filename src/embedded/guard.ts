/**
 * Ends servers when this process ends, however it does: a shell reads a pipe that only this process holds open, which
 * even `kill -9` closes, and then ends those that it was told of. There is one for all: to start a process copies the
 * tables of this one's memory, which takes longer than all else about a server where that is large.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import type { Socket } from 'node:net'

const script = `
servers=
while read -r change pid signal; do
  left=
  for one in $servers; do
    case $one in "$pid":*) ;; *) left="$left $one" ;; esac
  done
  servers=$left
  if [ "$change" = began ]; then servers="$servers $pid:$signal"; fi
done
for one in $servers; do kill -s "\${one#*:}" "\${one%:*}" 2>/dev/null; done
`

/** Lines for the shell that guard what runs now, by server: where a shell was killed, the next server starts one that is told of all. */
const begun = new Map<ChildProcess, string>()
let shell: ChildProcess | undefined

export function guard(server: ChildProcess, stopSignal: NodeJS.Signals): void {
  const line = `began ${server.pid} ${stopSignal.replace('SIG', '')}\n`
  begun.set(server, line)
  if (shell) say(shell, line)
  else shell = startShell()
  server.once('exit', () => {
    begun.delete(server)
    if (shell) say(shell, `ended ${server.pid}\n`)
  })
}

function startShell(): ChildProcess {
  const started = spawn('/bin/sh', ['-c', script, 'guard'], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  const pipe = started.stdin as Socket
  // It may be killed while it is told something; the next one is told again.
  pipe.on('error', () => {})
  started.once('exit', () => {
    shell = undefined
  })
  // Neither the guard nor its pipe keeps this process alive.
  started.unref()
  pipe.unref()
  for (const line of begun.values()) say(started, line)
  return started
}

const say = ({ stdin }: ChildProcess, line: string) => stdin!.write(line)
