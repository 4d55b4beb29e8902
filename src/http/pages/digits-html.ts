/** A decimal whose groups one can see but not copy, as `web/parts/digits.tsx` draws it. */
import { groupsOf } from '../../../web/parts/digit-groups.ts'
import { escapeHtml } from '../../shared/html/escape-html.ts'

export function writeDigits(decimal: string): string {
  const [, whole = '', rest = ''] = /^(\d*)(.*)$/su.exec(decimal) ?? []
  const groups = groupsOf(whole)
  const last = groups.pop() ?? ''
  const before = groups.map(
    (group) => `${group.slice(0, -1)}<span class="before-gap">${group.slice(-1)}</span>`,
  )
  return `<span class="digits">${before.join('')}${last}${escapeHtml(rest)}</span>`
}
