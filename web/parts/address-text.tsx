/**
 * An address, in groups that can be compared by eye; its ends stand out, because people compare
 * those. The gaps are drawn, so that a selection copies the bare address.
 */
const groupLength = 4

export function AddressText({ address }: { address: string }) {
  const groups = address.slice(2).match(new RegExp(`.{1,${groupLength}}`, 'g')) ?? []
  return (
    <code class="address" translate={false}>
      <span>0x</span>
      {groups.map((group, index) =>
        index === 0 || index === groups.length - 1 ? (
          <strong key={index}>{group}</strong>
        ) : (
          <span key={index}>{group}</span>
        ),
      )}
    </code>
  )
}

/** The two ends of a hash or an address; the whole is heard, copied, printed, and seen on hovering. */
export function Ends({ text }: { text: string }) {
  return (
    <code class="ends" translate={false} title={text}>
      <span aria-hidden="true">
        {text.slice(0, 8)}…{text.slice(-6)}
      </span>
      <span class="unseen">{text}</span>
    </code>
  )
}
