/**
 * What is heard without being looked for: changes of state, and thanks for a copy; never the clock.
 * A failure interrupts, everything else waits for a pause.
 */
import type { Announcement } from '../../speech.ts'

type Props = { announcement: Announcement | null; isUrgent: boolean }

export function LiveRegions({ announcement, isUrgent }: Props) {
  // What is said again is new text, or it would not be heard again.
  const text = announcement && <p key={announcement.count}>{announcement.text}</p>
  return (
    <>
      <div class="unseen" role="status">
        {!isUrgent && text}
      </div>
      <div class="unseen" role="alert">
        {isUrgent && text}
      </div>
    </>
  )
}
