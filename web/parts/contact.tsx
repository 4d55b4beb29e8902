/** Leads to the shop, where a page says that the payer should ask it. */
import { OutLink } from './foot.tsx'
import type { ShopLink } from './shop.ts'
import { useSpeech } from './speech.ts'

export function Contact({ merchant, link }: { merchant: string; link: ShopLink | null }) {
  const { say } = useSpeech()
  if (!link) return null
  const text = say('contact', { merchant, address: link.text })
  return <OutLink class="quiet contact" href={link.href} text={text} />
}
