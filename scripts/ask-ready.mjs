/** Asks the process in this container whether it is ready, for Docker: prints its answer, and ends with 0 or 1. */
const { PROBE_PORT = '9100' } = process.env
const timeoutMs = 6_000

try {
  const answer = await fetch(`http://127.0.0.1:${PROBE_PORT}/ready`, {
    signal: AbortSignal.timeout(timeoutMs),
  })
  console.log(await answer.text())
  process.exitCode = answer.ok ? 0 : 1
} catch (error) {
  console.log(`the process does not answer on port ${PROBE_PORT}: ${String(error)}`)
  process.exitCode = 1
}
