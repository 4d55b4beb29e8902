/** The language that a payer is spoken to in. */
import { chooseLanguage, type Language } from '../../../web/messages/translate.ts'

/** Browsers write a few languages; whoever writes more is not asking for a language. */
const readLengthMax = 256

/** `lang` of the page's address counts first, then what the browser asks for. */
export function readLanguage(wanted: string | null, acceptLanguage: string | undefined): Language {
  return chooseLanguage([
    wanted?.slice(0, readLengthMax) ?? null,
    ...tagsOf(acceptLanguage?.slice(0, readLengthMax) ?? ''),
  ])
}

/** The tags of an `Accept-Language` header, the most wanted first; refused ones left out. */
function tagsOf(header: string): string[] {
  return header
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.split(';').map((text) => text.trim())
      const weight = parameters.find((text) => text.startsWith('q='))?.slice(2) ?? '1'
      return { tag, weight: Number(weight) || 0 }
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((one, other) => other.weight - one.weight)
    .map(({ tag }) => tag)
}
