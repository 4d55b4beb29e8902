/** Why somebody leaves: asked after it is done, never before, and only who likes says it. */
import { useState } from 'preact/hooks'
import { can, type Managed } from '../context.ts'
import { useSpeech } from '../speech.ts'
import { CommandNote } from './command-note.tsx'
import { Fold } from './panel.tsx'

/** The session API accepts these. */
const feedbacks = [
  'TooExpensive',
  'MissingFeatures',
  'SwitchedService',
  'Unused',
  'CustomerService',
  'TooComplex',
  'LowQuality',
  'Other',
] as const
type Feedback = (typeof feedbacks)[number]

const commentCharactersMax = 500

export function FeedbackPanel({ managed }: { managed: Managed }) {
  const { say } = useSpeech()
  const { commands, subscription, session } = managed
  const { merchantName: merchant } = session
  const [isSent, setSent] = useState(false)
  if (isSent)
    return (
      <p class="note" role="status">
        {say('feedbackThanks', { merchant })}
      </p>
    )
  if (!can(managed, 'giveFeedback') || subscription.cancellationDetails) return null
  const send = async (feedback: Feedback, comment: string) => {
    const isDone = await commands.run('feedback', { feedback, ...(comment && { comment }) })
    if (isDone) setSent(true)
  }
  return (
    <Fold id="feedback" title={say('feedback')}>
      <p class="hint">{say('feedbackHint', { merchant })}</p>
      <Question isBusy={commands.isRunning} onSend={(...said) => void send(...said)} />
      <CommandNote managed={managed} of={['feedback']} />
    </Fold>
  )
}

type QuestionProps = { isBusy: boolean; onSend: (feedback: Feedback, comment: string) => void }

function Question({ isBusy, onSend }: QuestionProps) {
  const { say } = useSpeech()
  const [chosen, choose] = useState<Feedback | null>(null)
  const [comment, setComment] = useState('')
  return (
    <>
      <fieldset class="choices">
        <legend class="unseen">{say('feedback')}</legend>
        {feedbacks.map((feedback) => (
          <label key={feedback}>
            <input
              type="radio"
              name="feedback"
              checked={chosen === feedback}
              onChange={() => choose(feedback)}
            />
            {say(feedback)}
          </label>
        ))}
      </fieldset>
      {chosen && (
        <>
          <label class="own">
            {say('feedbackComment')}
            <textarea
              rows={3}
              maxLength={commentCharactersMax}
              value={comment}
              onInput={({ currentTarget }) => setComment(currentTarget.value)}
            />
          </label>
          <button
            type="button"
            class="quiet"
            aria-disabled={isBusy}
            onClick={() => onSend(chosen, comment.trim())}
          >
            {say('feedbackSend')}
          </button>
        </>
      )}
    </>
  )
}
