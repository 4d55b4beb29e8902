/** A link to the chain's explorer; without an explorer, the text alone. */
import { useSpeech } from './speech.ts'
import { ExternalIcon } from './icons.tsx'
import { Ends } from './address-text.tsx'
import { linkToPage } from './shop.ts'

type Props = {
  explorerUrl: string | null
  kind: 'tx' | 'address'
  /** The hash or address. */
  text: string
}

export function ExplorerLink({ explorerUrl, kind, text }: Props) {
  const { say } = useSpeech()
  const base = explorerUrl && linkToPage(explorerUrl)
  if (!base) return <Ends text={text} />
  return (
    <a
      class="explorer"
      href={`${base.href.replace(/\/$/, '')}/${kind}/${text}`}
      target="_blank"
      rel="noreferrer"
    >
      <Ends text={text} />
      <ExternalIcon />
      <span class="unseen">({say('opensNewTab')})</span>
    </a>
  )
}
