/** The differences as a page that needs nothing else: first what people notice, the code folded below it. */
import { escapeHtml } from '../../src/shared/html/escape-html.ts'
import type { Notice } from './notices.ts'

export type MachineDifference = {
  name: string
  /** Null where it was not there, or is no more. */
  versions: { before: string | null; after: string | null }
  notices: Notice[]
  pictures: string[]
  code: string
}

const style = `:root{color-scheme:light dark}body{max-width:72rem;margin:2rem auto;padding:0 1rem;font:1rem/1.5 system-ui,sans-serif}
h2{margin-top:3rem;padding-top:1rem;border-top:1px solid #8886}h3{margin:1.5rem 0 .3rem}.quiet{opacity:.75}ul{padding:0;list-style:none}
li{margin:.7rem 0;padding:.6rem .9rem;border:1px solid #8884;border-radius:.6rem}li p{margin:.2rem 0}
.pair{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(20rem,100%),1fr));gap:.4rem}.pair p{padding:.2rem .6rem;border-radius:.3rem;overflow-wrap:anywhere}
.before{background:#b91c1c1c}.after{background:#15803d1c}.picture{overflow-x:auto;background:#fff;border-radius:.6rem}summary{cursor:pointer}
pre{overflow-x:auto;font-size:.8rem}.added{color:light-dark(#15803d,#86efac)}.removed{color:light-dark(#b91c1c,#fca5a5)}`

const titles: Record<string, string> = {
  merchant: 'What the merchant may do',
  payer: 'What the payer may do',
  operator: 'What the operator may do',
  anybody: 'What everybody notices',
  service: 'What follows by itself',
}

export function writePage(title: string, all: MachineDifference[]): string {
  const noticed = all.filter(isNoticed)
  const rewritten = all.filter((one) => !isNoticed(one) && one.code !== '')
  const same = all.filter((one) => !isNoticed(one) && one.code === '')
  const unchanged = same.length > 0 ? `<p>Unchanged: ${namesOf(same)}.</p>` : ''
  const only =
    rewritten.length > 0
      ? `<p>Nobody notices a difference, though the code is written anew: ${namesOf(rewritten)}.</p>`
      : ''
  const none = noticed.length === 0 ? '<p><strong>Nobody notices a difference.</strong></p>' : ''
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title><style>${style}</style></head>
<body><h1>${escapeHtml(title)}</h1>${none}${unchanged}${only}
${noticed.map(writeMachine).join('\n')}
${rewritten.length > 0 ? `<h2>Code that nobody notices</h2>${rewritten.map(({ name, code }) => writeCode(name, code)).join('')}` : ''}</body></html>
`
}

const isNoticed = ({ notices }: MachineDifference): boolean => notices.length > 0

const namesOf = (all: MachineDifference[]): string =>
  escapeHtml(all.map(({ name }) => name).join(', '))

function writeMachine({ name, versions, notices, pictures, code }: MachineDifference): string {
  const groups = [...Map.groupBy(notices, ({ who }) => who)]
  const sections = groups.map(
    ([who, own]) =>
      `<h3>${escapeHtml(titles[who] ?? `What ${who} may do`)}</h3><ul>${own.map(writeNotice).join('')}</ul>`,
  )
  const drawn =
    pictures.length > 0
      ? `<h3>In the picture</h3><p class="quiet">+ is new, − is gone; what is not marked is as it was.</p>${pictures.map((svg) => `<div class="picture">${svg}</div>`).join('')}`
      : ''
  return `<section><h2>${escapeHtml(name)}</h2><p class="quiet">${escapeHtml(sayVersions(versions))}</p>
${sections.join('\n')}
${drawn}
${code && writeCode('The code of it', code)}</section>`
}

function sayVersions({ before, after }: MachineDifference['versions']): string {
  if (before === null) return 'It is new.'
  if (after === null) return 'It is no more.'
  return before === after ? `Version ${after}, as before.` : `Version ${before}, now ${after}.`
}

const writeNotice = ({ what, states, before, after }: Notice): string =>
  `<li><p><strong>${escapeHtml(what)}</strong> <span class="quiet">in ${escapeHtml(states.map((path) => path || 'any state').join(', '))}</span></p>
<div class="pair"><p class="before">Before: ${escapeHtml(before ?? 'not at all')}</p><p class="after">Now: ${escapeHtml(after ?? 'not at all')}</p></div></li>`

function writeCode(title: string, code: string): string {
  const lines = code.split('\n').map((line) => {
    const mark = /^\+(?!\+\+)/.test(line) ? 'added' : /^-(?!--)/.test(line) ? 'removed' : ''
    const text = escapeHtml(line)
    return mark ? `<span class="${mark}">${text}</span>` : text
  })
  const count = (mark: RegExp) => code.split('\n').filter((line) => mark.test(line)).length
  return `<details><summary>${escapeHtml(title)} <span class="quiet">+${count(/^\+(?!\+\+)/)} −${count(/^-(?!--)/)} lines</span></summary><pre>${lines.join('\n')}</pre></details>`
}

/** The same for a terminal, without pictures and code. */
export function writeLines(all: MachineDifference[]): string[] {
  const same = all.filter((one) => !isNoticed(one)).map(({ name }) => name)
  const lines = all
    .filter(isNoticed)
    .flatMap(({ name, notices }) => [
      name,
      ...notices.map(
        ({ who, what, states, before, after }) =>
          `  ${who}: ${what}, in ${states.join(', ')}\n    before: ${before ?? 'not at all'}\n    now:    ${after ?? 'not at all'}`,
      ),
    ])
  return [
    ...(same.length > 0 ? [`No difference that anybody notices: ${same.join(', ')}`] : []),
    ...lines,
  ]
}
