/** Shows how to leave without the service: the two calls, and a copy of them that needs nothing but itself. */
import { AddressText, Ends } from '../../parts/address-text.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { gap, Sentence } from '../../parts/sentence.tsx'
import { type LeavingCall, leavingCalls } from '../../subscription/leaving.ts'
import type { Managed } from '../context.ts'
import { saveFile } from '../save-file.ts'
import { writeSavedCopy } from '../saved-copy.ts'
import { useSpeech } from '../speech.ts'
import { onChain } from '../on-chain.ts'
import { Fold } from './panel.tsx'

export function AloneFold({ managed }: { managed: Managed }) {
  const { say, language } = useSpeech()
  const { subscription, contract, session } = managed
  const onchain = onChain(subscription)
  if (!onchain) return null
  const isDeployed = contract.reading?.isDeployed ?? subscription.chargesMade > 0
  const calls = leavingCalls(onchain, isDeployed).map((call) => ({
    ...call,
    title: say(call.purpose === 'cancel' ? 'aloneCancel' : 'aloneRevoke'),
  }))
  const hintFor = (account: string) =>
    say('aloneHint', {
      account,
      network: subscription.chain?.displayName ?? '',
      merchant: session.merchantName,
      plan: subscription.plan.name,
    })
  const save = () => {
    const words = {
      title: `${session.merchantName}: ${subscription.plan.name}`,
      hint: hintFor(onchain.terms.payer),
      to: say('aloneTo'),
      data: say('aloneData'),
      network: say('network'),
      contract: say('contract'),
      payer: say('paidBy'),
    }
    const html = writeSavedCopy(language, words, calls, subscription)
    saveFile('leave-without-us.html', 'text/html', html)
  }
  return (
    <Fold id="alone" title={say('alone')}>
      <p class="hint">
        <Sentence text={hintFor(gap)}>
          <Ends text={onchain.terms.payer} />
        </Sentence>
      </p>
      {calls.map((call) => (
        <Call key={call.purpose} call={call} />
      ))}
      <button type="button" class="quiet" onClick={save}>
        {say('saveCopy')}
      </button>
    </Fold>
  )
}

function Call({ call: { title, to, data, signature } }: { call: LeavingCall & { title: string } }) {
  const { say } = useSpeech()
  return (
    <section class="call">
      <h4>{title}</h4>
      <p>
        <code class="signature" translate={false}>
          {signature}
        </code>
      </p>
      <div class="field">
        <span class="name">{say('aloneTo')}</span>
        <AddressText address={to} />
        <CopyButton text={to} label={say('copyAddress')} copied={say('addressCopied')} />
      </div>
      <div class="field">
        <span class="name">{say('aloneData')}</span>
        <code class="data" translate={false}>
          {data}
        </code>
        <CopyButton text={data} label={`${say('copy')}: ${title}`} copied={say('aloneCopied')} />
      </div>
    </section>
  )
}
