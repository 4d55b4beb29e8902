/**
 * Copies a text. Browsers give an unencrypted page no clipboard; there the text is selected and
 * copied.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyBySelecting(text)
  }
}

function copyBySelecting(text: string): boolean {
  const field = document.createElement('textarea')
  field.value = text
  field.className = 'unseen'
  const focused = document.activeElement
  // Beside an open dialog nothing can be selected.
  const place = focused?.closest('dialog') ?? document.body
  place.append(field)
  field.select()
  const isCopied = document.execCommand('copy')
  field.remove()
  if (focused instanceof HTMLElement) focused.focus()
  return isCopied
}
