/**
 * Programs of a benchmark: each is a process of its own, so that what produces load
 * and what is measured share no event loop. A program answers requests over Node's
 * channel to its parent, and ends with it.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'

type Answer = { answer: unknown } | { error: string }

export type Program = {
  pid: number
  /** Asks the program and waits as long as it takes. Throws what the program threw. */
  ask<Result>(request: unknown): Promise<Result>
  stop(): Promise<void>
}

/** Starts a program, and resolves when it is ready to be asked. */
export async function startProgram(file: string, settings: unknown): Promise<Program> {
  const child = fork(file)
  const ask = async <Result>(request: unknown): Promise<Result> => {
    const answer = nextAnswer(child, file)
    child.send({ request })
    return (await answer) as Result
  }
  await ask(settings)
  return {
    pid: child.pid!,
    ask,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
    },
  }
}

async function nextAnswer(child: ChildProcess, file: string): Promise<unknown> {
  const settled = new AbortController()
  const { signal } = settled
  try {
    const told = await Promise.race([
      once(child, 'message', { signal }).then(([message]) => message as Answer),
      once(child, 'exit', { signal }).then(([code]): Answer => {
        return { error: `${file} ended with ${code}` }
      }),
    ])
    if ('error' in told) throw new Error(told.error)
    return told.answer
  } finally {
    settled.abort()
  }
}

/**
 * The program's side: the first request opens it and gives what answers the others.
 * When the parent goes, `close` is called and the process ends.
 */
export function serveProgram<Settings>(
  open: (
    settings: Settings,
  ) => Promise<{ answer(request: never): Promise<unknown>; close(): Promise<void> }>,
): void {
  let opened: Awaited<ReturnType<typeof open>> | undefined
  const handle = async (request: never): Promise<unknown> => {
    if (opened) return opened.answer(request)
    opened = await open(request)
    return undefined
  }
  process.on('message', ({ request }: { request: never }) => {
    handle(request).then(
      (answer) => process.send?.({ answer } satisfies Answer),
      (error: unknown) => process.send?.({ error: String(error) } satisfies Answer),
    )
  })
  process.on('disconnect', () => {
    void Promise.resolve(opened?.close()).finally(() => process.exit())
  })
}
