/** Checks that no comment begins with a word that leaves its sentence without a subject: it would have to be read twice. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const written = execFileSync('git', [
  'ls-files',
  '*.ts',
  '*.tsx',
  '*.mjs',
  '*.css',
  '*.sol',
  '*.sql',
])
const files = written
  .toString()
  .trim()
  .split('\n')
  .filter((path) => !path.includes('.generated.') && !path.startsWith('contracts/lib/'))

/** A block, or the first of several lines that are comments. */
const begins = /\/\*\*?\s+(?:\*\s+)?|(?<!^[ \t]*(?:\/\/|--) .*\n)(?<=^|\s)(?:\/\/|--)[ \t]+/.source
const unfit = new RegExp(`(?:${begins})(?:Who|Whose|Of|Those)\\b.*`, 'gm')

for (const path of files) {
  const text = readFileSync(path, 'utf8')
  for (const { 0: comment, index } of text.matchAll(unfit)) {
    const line = text.slice(0, index).split('\n').length
    console.error(`${path}:${line} ${comment.replaceAll(/\s+/g, ' ')}`)
    process.exitCode = 1
  }
}
if (process.exitCode)
  console.error('Say who does what, and why: a comment has a subject and a verb.')
