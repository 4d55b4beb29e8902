/** The document of an API as this service serves it: its own address, and examples that it would take, now. */
import { dayMs } from '../../../machines/durations.ts'
import type { Api } from '../openapi/apis.ts'
import { describeApi } from '../openapi/document.ts'
import { exampleMoment } from '../openapi/example-words.ts'
import { withCurlSamples } from './curl-samples.ts'
import type { RouteDependencies } from '../cells/cells.ts'

/** Examples lie so far ahead: within what a payment's `expiresAt` may be. */
const aheadMs = 7 * dayMs

/** Returns what writes the document, as JSON; it is composed when it is asked for first. */
export function serveDocument(
  api: Api,
  {
    settings: { baseUrl },
    directory,
    clock,
  }: Pick<RouteDependencies, 'settings' | 'directory' | 'clock'>,
  root: string,
): () => string {
  let composed: string | undefined
  return () => {
    composed ??= JSON.stringify(withCurlSamples(describeApi(api, [{ url: baseUrl }]), baseUrl))
      // Texts lead to guides by their address below the service's.
      .replaceAll('](/docs/', `](${root}/docs/`)
    const chain = directory.chains[0]
    const own: Record<string, string | undefined> = {
      [exampleMoment]: new Date(clock.now().getTime() + aheadMs).toISOString(),
      ltUSDC: chain?.assets[0]?.code,
      LocalTestNet: chain?.name,
    }
    return composed.replaceAll(examples, (word) => own[word] ?? word)
  }
}

/** What examples are made of, and services have of their own. */
const examples = new RegExp([exampleMoment, 'ltUSDC', 'LocalTestNet'].join('|'), 'g')
