/** Shows where the money goes on each chain, and what is to change. */
import type { Answers, Receiver } from '../../../api/dashboard.generated.ts'
import { useState } from 'preact/hooks'
import { AddressText } from '../../../parts/address-text.tsx'
import { useRight } from '../../context.ts'
import { CommandButton } from '../../parts/command-button.tsx'
import { Goal, useGoal } from '../../goal.tsx'
import { ReadGate } from '../../parts/read-gate.tsx'
import { Section } from '../../parts/screen.tsx'
import { When } from '../../parts/when.tsx'
import { useRead } from '../../use-read.ts'
import { ReceiverDialog } from './receiver-dialog.tsx'
import { WaitingNote } from './waiting-note.tsx'
import { phrase } from '../../phrase.ts'

export function Receivers() {
  const { reading, readAgain } = useRead<Answers['listReceivers']>('/receiver')
  return (
    <Section
      title="Receivers"
      hint="Where the money goes. It binds new payments and contracts only: those that exist keep the address that payers agreed to."
    >
      <ReadGate reading={reading} readAgain={readAgain}>
        {({ receivers }) => (
          <Goal name="receiver">
            <div class="cards">
              {receivers.map((receiver) => (
                <ReceiverCard
                  key={receiver.blockchain}
                  receiver={receiver}
                  isOnly={receivers.length === 1}
                />
              ))}
            </div>
          </Goal>
        )}
      </ReadGate>
      <Changes />
    </Section>
  )
}

function ReceiverCard({ receiver, isOnly }: { receiver: Receiver; isOnly: boolean }) {
  const { blockchain, address, waiting } = receiver
  const mayChange = useRight('receiver')
  const isWanted = useGoal('receiver')
  const [isOpen, setOpen] = useState(isWanted && isOnly && mayChange)
  return (
    <div class="card">
      <h3>{blockchain}</h3>
      {address ? <AddressText address={address} /> : <p class="hint">Not set yet</p>}
      {waiting && <WaitingNote waiting={waiting} />}
      {mayChange && (
        <div class="screen-actions">
          <button type="button" class="quiet" onClick={() => setOpen(true)}>
            {address ? 'Change the receiver' : 'Set the receiver'}
          </button>
          {waiting && (
            <CommandButton
              label="Call the change off"
              consequence={
                <p>
                  On {blockchain} your money does not go to{' '}
                  <AddressText address={waiting.address} />
                  {address && (
                    <>
                      , and keeps going to <AddressText address={address} />
                    </>
                  )}
                  .
                </p>
              }
              command={{ method: 'POST', path: `/receiver/${blockchain}/call-off` }}
            />
          )}
        </div>
      )}
      {isOpen && <ReceiverDialog receiver={receiver} onClose={() => setOpen(false)} />}
    </div>
  )
}

/** Shown where there is one. */
function Changes() {
  const { reading } = useRead<Answers['listReceiverChanges']>('/receiver/changes?limit=10')
  if (reading.step !== 'read' || reading.value.changes.length === 0) return null
  return (
    <details>
      <summary>Changes so far</summary>
      <ul>
        {reading.value.changes.map(({ blockchain, previous, address, by, at }) => (
          <li key={at + blockchain}>
            <When at={at} />, {by}, {blockchain}: <code translate={false}>{address}</code>
            {previous && <> {phrase`from ${previous}`}</>}
          </li>
        ))}
      </ul>
    </details>
  )
}
