/**
 * Announces changes to screen readers: of the state, and that something was copied; never the
 * clock. A failure interrupts, everything else waits for a pause.
 */
import type { Announcement } from './speech.ts'

type Props = { announcement: Announcement | null; isUrgent: boolean }

export function LiveRegions({ announcement, isUrgent }: Props) {
  // A new key makes the same text new, or a screen reader would not read it again.
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
