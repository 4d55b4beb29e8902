/** The origins that a payer's page may talk to beside the service itself. */
import { publicRpcUrlOf } from '../chain-view.ts'
import type { HttpDependencies } from '../dependencies.ts'

/** The chains' nodes for anybody, from which the page reads, and the relay where there is one. */
export function readableOrigins({
  directory,
  settings,
}: Pick<HttpDependencies, 'directory' | 'settings'>): string[] {
  const nodes = directory.chains.map(publicRpcUrlOf)
  const urls = [...nodes, settings.walletConnect?.relayUrl ?? null]
  return [...new Set(urls.flatMap((url) => (url === null ? [] : [new URL(url).origin])))]
}
