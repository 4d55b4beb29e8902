/**
 * A letter as its parts, written twice: as plain text, and as simple HTML with the same words. What
 * strangers may have written, such as names and answers of servers, is made one short line, and escaped.
 */
import { escapeHtml } from '../../shared/html/escape-html.ts'

export type Letter = {
  subject: string
  parts: LetterPart[]
}

type LetterPart =
  | { text: string }
  /** A name and its value, each on a line. */
  | { facts: [name: string, value: string][] }
  | { title: string; lines: string[] }
  | { link: string; label: string }

const shownLengthMax = 200

/** Invisible characters that turn around what stands beside them; joiners and the like belong to words. */
const turns = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** Makes what somebody else wrote one line without control or direction characters, and not too long. */
export function quote(text: string): string {
  const line = text
    .replaceAll(turns, '')
    .replaceAll(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
  const characters = Array.from(line)
  return characters.length > shownLengthMax
    ? `${characters.slice(0, shownLengthMax).join('')}…`
    : line
}

export function writeText(letter: Letter, closing: string[]): string {
  const parts = [...letter.parts.map(writeTextPart), ['-- ', ...closing].join('\n')]
  return `${parts.join('\n\n')}\n`
}

function writeTextPart(part: LetterPart): string {
  if ('text' in part) return part.text
  if ('link' in part) return `${part.label}:\n${part.link}`
  if ('facts' in part) return part.facts.map(([name, value]) => `${name}: ${value}`).join('\n')
  return [`${part.title}:`, ...part.lines.map((line) => `  - ${line}`)].join('\n')
}

const styles = {
  page: 'margin:0;padding:24px;background:#f4f4f2;color:#1b1b1a;font:16px/1.5 system-ui,sans-serif',
  sheet: 'max-width:560px;margin:0 auto;padding:24px;background:#fff;border-radius:8px',
  name: 'padding:4px 16px 4px 0;color:#5c5c58;vertical-align:top;white-space:nowrap',
  value: 'padding:4px 0;word-break:break-word',
  button:
    'display:inline-block;padding:12px 20px;background:#1b1b1a;color:#fff;text-decoration:none;border-radius:6px',
  closing: 'max-width:560px;margin:16px auto 0;color:#5c5c58;font-size:13px',
} as const

export function writeHtml(letter: Letter, closing: string[]): string {
  const { page, sheet, closing: small } = styles
  return [
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(letter.subject)}</title></head>`,
    `<body style="${page}"><div style="${sheet}">${letter.parts.map(writeHtmlPart).join('\n')}</div>`,
    `<div style="${small}">${closing.map((line) => `<p>${linkify(line)}</p>`).join('')}</div></body></html>`,
  ].join('\n')
}

function writeHtmlPart(part: LetterPart): string {
  if ('text' in part) return `<p>${escapeHtml(part.text)}</p>`
  if ('link' in part)
    return `<p><a href="${escapeHtml(part.link)}" style="${styles.button}">${escapeHtml(part.label)}</a></p>`
  if ('facts' in part) {
    const rows = part.facts.map(
      ([name, value]) =>
        `<tr><td style="${styles.name}">${escapeHtml(name)}</td><td style="${styles.value}">${escapeHtml(value)}</td></tr>`,
    )
    return `<table role="presentation">${rows.join('')}</table>`
  }
  const items = part.lines.map((line) => `<li>${escapeHtml(line)}</li>`)
  return `<p>${escapeHtml(part.title)}:</p><ul>${items.join('')}</ul>`
}

/** Sets an address at the end of one of our own lines as a link. */
const linkify = (line: string): string =>
  escapeHtml(line).replace(/https?:\/\/\S+$/, (url) => `<a href="${url}">${url}</a>`)
