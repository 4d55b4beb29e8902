/** An amount, unchanged: a localised decimal cannot be pasted into a wallet. */
export function Amount({ value, asset }: { value: string; asset: string }) {
  return (
    <span class="amount">
      {value}
      {'\u00a0'}
      <span class="hint">{asset}</span>
    </span>
  )
}
