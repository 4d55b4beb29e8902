/**
 * What is heard without being looked for: changes of state, and thanks for a copy; never the clock.
 * A failure interrupts, everything else waits for a pause.
 */
export function LiveRegions({ text, isUrgent }: { text: string; isUrgent: boolean }) {
  return (
    <>
      <div class="unseen" role="status">
        {isUrgent ? '' : text}
      </div>
      <div class="unseen" role="alert">
        {isUrgent ? text : ''}
      </div>
    </>
  )
}
