/** A mail as its reader has it: the words and links of both forms, to hold them to each other. */
import { readMail } from '../../test/mails/post-office.ts'

export type Letter = {
  subject: string
  text: string
  textWords: string[]
  htmlWords: string[]
  /** Links to the service, as often as they stand there, in their order. */
  textLinks: string[]
  htmlLinks: string[]
}

const linkForm = /https?:\/\/[^\s"<]+/g

/** Removes what makes a list or a table in one form and not in the other: marks, and the colon after a name. */
const wordsOf = (text: string): string[] =>
  text
    .replaceAll(linkForm, ' ')
    .split(/\s+/)
    .map((word) => word.replace(/:$/, ''))
    .filter((word) => word !== '' && word !== '-' && word !== '--')

/** `base`: the address of the service. */
export function letterOf(raw: string, base: string): Letter {
  const { subject, text, html } = readMail(raw)
  const body = html.slice(html.indexOf('<body'))
  const decoded = decode(body.replaceAll(/<[^>]+>/g, ' '))
  return {
    subject,
    text,
    textWords: wordsOf(text),
    htmlWords: wordsOf(decoded),
    textLinks: (text.match(linkForm) ?? []).filter((link) => link.startsWith(base)),
    htmlLinks: [...body.matchAll(/href="([^"]+)"/g)].map(([, link]) => decode(link!)),
  }
}

const decode = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
