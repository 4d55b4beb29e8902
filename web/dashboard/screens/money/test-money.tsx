/** Money to try with, where the service makes it: on a local chain. */
import type { TestMoney } from '../../../api/dashboard.generated.ts'
import { useState } from 'preact/hooks'
import { useSpeech } from '../../../parts/speech.ts'
import { fieldError, Form, TextField } from '../../parts/forms.tsx'
import { CommandNote } from '../../parts/problem-note.tsx'
import { phrase } from '../../phrase.ts'
import { useCommand } from '../../use-command.ts'

type OnBlockchain = { blockchain: string }

/** Says what came of it, and where. */
function useGiving({ blockchain }: OnBlockchain) {
  const { state, send } = useCommand()
  const [given, setGiven] = useState<string | null>(null)
  const { announce } = useSpeech()
  const give = async (payer: { address?: string }) => {
    setGiven(null)
    const body = { blockchain, ...payer }
    const answer = await send<TestMoney>({ method: 'POST', path: '/test-money', body })
    if (!answer) return
    const told = phrase`It got ${answer.given.join(', ')}.`
    setGiven(told)
    announce(told)
  }
  return { state, given, give }
}

export function FillGasWallet({ blockchain, isNeeded }: OnBlockchain & { isNeeded: boolean }) {
  const { state, given, give } = useGiving({ blockchain })
  return (
    <>
      <button
        type="button"
        class={isNeeded ? 'strong' : 'quiet'}
        aria-disabled={state.step === 'sending'}
        onClick={() => void give({})}
      >
        Get test coins
      </button>
      {given && <p class="hint">{given}</p>}
      <CommandNote state={state} />
    </>
  )
}

/** For whoever plays the payer: a wallet of theirs gets coins for the network fee, and tokens. */
export function FillPayersWallet({ blockchain }: OnBlockchain) {
  const [address, setAddress] = useState('')
  const { state, given, give } = useGiving({ blockchain })
  return (
    <Form label="Give a wallet test money" onSubmit={() => void give({ address: address.trim() })}>
      <TextField
        label="A wallet to pay with"
        hint={phrase`On ${blockchain}: coins for the network fee, and 1000 of each token. Worth nothing.`}
        error={fieldError(state, 'address')}
        placeholder="0x…"
        autoComplete="off"
        spellcheck={false}
        value={address}
        onValue={setAddress}
      />
      {given && <p class="hint">{given}</p>}
      <CommandNote state={state} />
      <footer class="buttons">
        <button type="submit" class="quiet" aria-disabled={state.step === 'sending'}>
          Give it test money
        </button>
      </footer>
    </Form>
  )
}
