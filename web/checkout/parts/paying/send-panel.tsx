/**
 * Everything for a payer who sends from another wallet or an exchange: code, address, amount,
 * rules.
 */
import type { ComponentChildren } from 'preact'
import { isTouched } from '../../../browser/touched.ts'
import { writeDecimal } from '../../../../src/shared/money.ts'
import { writeMoney } from '../../../parts/money-text.ts'
import { toPaymentLink } from '../../payment-link.ts'
import type { PaymentView } from '../../payment-view.ts'
import { useSpeech } from '../../speech.ts'
import { AddressText } from '../../../parts/address-text.tsx'
import { CopyButton } from '../../../parts/copy-button.tsx'
import { Digits } from '../../../parts/digits.tsx'
import { CheckIcon } from '../../../parts/icons.tsx'
import { QrCode } from '../../../parts/qr-code.tsx'
import { Tabs } from '../../../parts/tabs.tsx'

export function SendPanel({ view }: { view: PaymentView }) {
  const { say } = useSpeech()
  // Nobody scans a code with the phone that shows it.
  const isFolded = isTouched()
  return (
    <section class="card send" aria-labelledby="send">
      <h3 id="send">{say('toAddress')}</h3>
      <p class="hint">{say(isFolded ? 'sendHintTouched' : 'sendHint')}</p>
      <div class="send-body">
        {!isFolded && <Codes view={view} />}
        <div class="send-words">
          <Field name={say('addressCode')}>
            <AddressText address={view.depositAddress} />
            <CopyButton
              text={view.depositAddress}
              label={say('copyAddress')}
              copied={say('addressCopied')}
            />
          </Field>
          <Field name={say('amountToPay')}>
            <p class="due" translate={false}>
              <Digits>{writeDecimal(view.dueAmount.value, view.asset.symbol)}</Digits>{' '}
              <span class="symbol">{view.asset.symbol}</span>
            </p>
            <CopyButton
              text={view.dueAmount.value}
              label={say('copyAmount')}
              copied={say('amountCopied')}
            />
          </Field>
          <Rules view={view} />
        </div>
        {isFolded && (
          <details class="codes">
            <summary>{say('showCode')}</summary>
            <Codes view={view} />
          </details>
        )}
      </div>
      <p class="hint">
        {say('otherLost')} {say('exchangeFee')}
      </p>
    </section>
  )
}

/** A value to copy, below its name and beside its button. */
function Field({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <div class="field">
      <p class="name">{name}</p>
      {children}
    </div>
  )
}

function Codes({ view }: { view: PaymentView }) {
  const { say } = useSpeech()
  const values = {
    address: view.depositAddress,
    amount: writeMoney(view.dueAmount, view),
    network: view.blockchain.name,
  }
  const link = toPaymentLink(view)
  return (
    <Tabs
      label={say('codes')}
      tabs={[
        {
          id: 'address',
          title: say('addressCode'),
          content: (
            <QrCode text={view.depositAddress} description={say('addressCodeText', values)} />
          ),
        },
        {
          id: 'wallet',
          title: say('walletCode'),
          content: (
            <>
              <QrCode text={link} description={say('walletCodeText', values)} />
              <p class="hint">{say('walletCodeHint')}</p>
              <a href={link}>{say('openInApp')}</a>
            </>
          ),
        },
      ]}
    />
  )
}

function Rules({ view }: { view: PaymentView }) {
  const { say } = useSpeech()
  const rules = [
    say('exactly'),
    say('onlyNetwork', { network: view.blockchain.name }),
    say('onlyToken', { token: `${view.asset.symbol} (${view.asset.name})` }),
  ]
  return (
    <ul class="rules">
      {rules.map((rule) => (
        <li key={rule}>
          <CheckIcon />
          {rule}
        </li>
      ))}
    </ul>
  )
}
