/** Puts a text on the clipboard, and confirms it on the button and to screen readers. */
import { useEffect, useState } from 'preact/hooks'
import { copyText } from './copy-text.ts'
import { useSpeech } from './speech.ts'
import { CheckIcon, CopyIcon } from './icons.tsx'

const thanksMs = 2_500

type Props = {
  text: string
  /** The button's name for screen readers, which do not see what it stands beside. */
  label: string
  copied: string
  /** Shown on the button instead of "Copy". */
  caption?: string
}

export function CopyButton({ text, label, copied, caption }: Props) {
  const { say, announce } = useSpeech()
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), thanksMs)
    return () => clearTimeout(timer)
  }, [isCopied])
  const copy = async () => {
    if (!(await copyText(text))) return
    setCopied(true)
    announce(copied)
  }
  return (
    <button type="button" class="quiet copy" aria-label={label} onClick={() => void copy()}>
      {isCopied ? <CheckIcon /> : <CopyIcon />}
      <span>{isCopied ? say('copied') : (caption ?? say('copy'))}</span>
    </button>
  )
}
