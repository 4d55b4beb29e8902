/**
 * A copy of what matters, as one file that needs neither the service nor a script: which contract may
 * take what from whom, and the two calls with which that account stops it, by any wallet or explorer.
 */
import type { OwnSubscription } from '../api/session.generated.ts'
import type { LeavingCall } from '../subscription/leaving.ts'
import type { Language } from '../messages/translate.ts'

export type SavedWords = Record<
  'title' | 'hint' | 'to' | 'data' | 'network' | 'contract' | 'payer',
  string
>

export function writeSavedCopy(
  language: Language,
  words: SavedWords,
  calls: readonly (LeavingCall & { title: string })[],
  { contractAddress, chain, terms }: Pick<OwnSubscription, 'contractAddress' | 'chain' | 'terms'>,
): string {
  const network = `${chain?.displayName ?? ''} (${chain?.chainId ?? ''})`
  const sections = calls.map(
    ({ title, signature, to, data }) => `<h2>${escapeHtml(title)}</h2>
<p><code>${escapeHtml(signature)}</code></p>
<dl><dt>${escapeHtml(words.to)}</dt><dd><code>${escapeHtml(to)}</code></dd>
<dt>${escapeHtml(words.data)}</dt><dd><code>${escapeHtml(data)}</code></dd></dl>`,
  )
  return `<!doctype html>
<html lang="${language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(words.title)}</title>
<style>body{max-width:44rem;margin:2rem auto;padding:0 1rem;font:1rem/1.5 system-ui}code{overflow-wrap:anywhere}</style>
<h1>${escapeHtml(words.title)}</h1>
<p>${escapeHtml(words.hint)}</p>
<dl><dt>${escapeHtml(words.contract)}</dt><dd><code>${escapeHtml(contractAddress)}</code></dd>
<dt>${escapeHtml(words.payer)}</dt><dd><code>${escapeHtml(terms.payer)}</code></dd>
<dt>${escapeHtml(words.network)}</dt><dd>${escapeHtml(network)}</dd></dl>
${sections.join('\n')}
</html>
`
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (one) => entities[one]!)
