/**
 * Finds a merchant's things by words that they have, in any order: the newest that have all of them, whole words before
 * those that only begin so. Each question reads a bounded number of entries of one index, however many rows there are.
 */
import type { Owner } from '../../shared/owner.ts'
import type { Database } from '../database.ts'
import { kindsWithWords, type KindWithWords } from '../tables/search-words.ts'
import { numbered, type ParameterValue } from '../views/query-parameters.ts'

/** More words of a text are not looked for. */
const wordsMax = 8
/** A word stands for so many that begin with it, in the order of the alphabet. */
const formsMax = 20
/** A search looks through so many rows of a word, the newest, for the other words. */
export const lookedThroughMax = 5_000
/** It looks through so many rows of each word that only begins so. */
const lookedThroughOfBeginningMax = 200
/** A number that so few rows have is enough: `order 4711` finds what has 4711. */
const fewMax = 1_000

export type FoundByWords = {
  /** The newest first. */
  ids: Record<KindWithWords, string[]>
  /** The words that all have, for the filter of lists; null where one is only the beginning of several. */
  listWords: string | null
  /** Whether older ones were left out unseen. */
  isCut: boolean
}

/** Begins a statement, also of another room beside its own tables, that lets the things which follow be found. */
export const insertIntoSearchWords =
  'insert into search_word (merchant_id, network, word, kind, created_at, id)'

type Word = {
  word: string
  hasDigit: boolean
  /** The word, if anything has it, and those that begin with it. */
  forms: string[]
  /** How many rows of each kind have a form, up to one more than are looked through. */
  counts: Record<KindWithWords, number>
}

export async function findByWords(
  { pool }: Pick<Database, 'pool'>,
  owner: Owner,
  asked: { text: string; ending?: string },
  limit: number,
): Promise<FoundByWords> {
  const words = await readWords(pool, owner, asked)
  const all = await Promise.all(
    kindsWithWords.map(async (kind) => {
      const ids = words.length > 0 ? await findOfKind(pool, { owner, kind, words, limit }) : []
      return { kind, ids, isCut: ids.length < limit && isCut(kind, words) }
    }),
  )
  const needed = [...new Set(all.flatMap(({ kind }) => neededOf(kind, words)))]
  const listed = needed.map(listedForm)
  const isListed = listed.length > 0 && !listed.includes(undefined)
  return {
    ids: Object.fromEntries(all.map(({ kind, ids }) => [kind, ids])) as FoundByWords['ids'],
    listWords: isListed ? listed.join(' ') : null,
    isCut: all.some((one) => one.isCut),
  }
}

/** The words that must be there: all, unless those with a digit are enough; then the others only say what comes first. */
function neededOf(kind: KindWithWords, words: Word[]): Word[] {
  const numbers = words.filter(({ hasDigit }) => hasDigit)
  return numbers.some(({ counts }) => counts[kind] <= fewMax) ? numbers : words
}

const rarestOf = (kind: KindWithWords, words: Word[]): Word =>
  neededOf(kind, words).reduce((one, other) =>
    other.counts[kind] < one.counts[kind] ? other : one,
  )

const isCut = (kind: KindWithWords, words: Word[]): boolean =>
  words.length > 1 && rarestOf(kind, words).counts[kind] > lookedThroughMax

type WordQuery = { owner: Owner; kind: KindWithWords; words: Word[]; limit: number }

/** Goes through what has the rarest word itself, and where that is not enough, through what has words that begin so. */
async function findOfKind(pool: Database['pool'], wanted: WordQuery): Promise<string[]> {
  const { kind, words, limit } = wanted
  const rarest = rarestOf(kind, words)
  if (rarest.counts[kind] === 0) return []
  const find = async (forms: string[], lookedThrough: number) => {
    if (forms.length === 0) return []
    const { values, value } = numbered()
    const statement = findStatement(wanted, { rarest, forms, lookedThrough }, value)
    return (await pool.query<{ id: string }>(statement, values)).rows.map(({ id }) => id)
  }
  const found = await find(rarest.forms.filter(isWhole(rarest)), lookedThroughMax)
  if (found.length === limit) return found
  const longer = rarest.forms.filter((form) => !isWhole(rarest)(form))
  const more = await find(longer, lookedThroughOfBeginningMax)
  return [...new Set([...found, ...more])].slice(0, limit)
}

/** Whether a form is the word itself; hexadecimal digits are, with 0x before them and without. */
const isWhole =
  ({ word }: Pick<Word, 'word'>) =>
  (form: string): boolean =>
    form.replace(/^0x/, '') === word.replace(/^0x/, '')

/** The form that stands for a word in the lists: the word itself, or the only one that begins so. */
const listedForm = (one: Word): string | undefined =>
  one.forms.find(isWhole(one)) ?? (one.forms.length === 1 ? one.forms[0] : undefined)

/** Reads what is looked for, and what of it there is: of what begins so, only what has the ending. */
async function readWords(
  pool: Database['pool'],
  owner: Owner,
  { text, ending = '' }: { text: string; ending?: string },
): Promise<Word[]> {
  const { rows } = await pool.query<Word>(
    `with asked as (
       select word, place from unnest((search_words($3))[1:${wordsMax}]) with ordinality as found(word, place))
     select word, word ~ '[0-9]' as "hasDigit", forms, (
       select jsonb_object_agg(kind.name, (select count(*) from (select from search_word one
         where one.merchant_id = $1 and one.network = $2 and one.word = any(forms) and one.kind = kind.name
         limit ${lookedThroughMax + 1}) counted))
       from unnest($4::text[]) kind(name)) as counts
     from asked cross join lateral (select array(${formsOf('asked.word')}) as forms) found order by place`,
    [owner.merchantId, owner.network, text, kindsWithWords, `%${ending}`],
  )
  // What has a word like INV91 has its number as well; what a word like `cafe12` begins does not.
  const numbers = rows.map(({ word }) => /^\D+(\d+)$/.exec(word)?.[1])
  return rows.filter(({ word }) => !numbers.includes(word))
}

/**
 * Goes from each word that begins so to the next one, past all that have it; in each of its spellings. Fewer than six digits
 * begin no address, the number of an order would find some by chance: `0` ends before them, and `0x12` stands for itself.
 */
function formsOf(word: string): string {
  const behind = `case when ${word} = '0' then '0x' when ${word} ~ '^0x[0-9a-f]{0,5}$' then ${word} || U&'\\0001'
    else spelling || U&'\\+10FFFF' end collate "C"`
  const next = (bound: string) => `(select next.word from search_word next
    where next.merchant_id = $1 and next.network = $2 and ${bound} and next.word < ${behind}
    order by next.word limit 1)`
  return `select found.word from unnest(spellings_of(${word})) spelling
    cross join lateral (with recursive form(word) as (
        select ${next('next.word >= spelling')}
        union all select ${next('next.word > form.word')} from form where form.word is not null)
      select form.word from form limit ${formsMax}) found where found.word like $5`
}

type Through = { rarest: Word; forms: string[]; lookedThrough: number }

/** Goes through the rows of each form, the newest first, and keeps those that have the other words. */
function findStatement(
  { owner, kind, words, limit }: WordQuery,
  { rarest, forms, lookedThrough }: Through,
  value: ParameterValue,
): string {
  const ofOwner = `merchant_id = ${value(owner.merchantId)} and network = ${value(owner.network)}
    and kind = ${value(kind)}`
  // With the offset each row is looked up by itself; without, the planner may join all rows of both words (in seconds).
  const has = (one: Word) => `exists (select from search_word other where ${ofOwner}
    and other.word = any(${value(one.forms)}) and other.created_at = entry.created_at and other.id = entry.id offset 0)`
  const needed = neededOf(kind, words)
  const others = needed.filter((word) => word !== rarest).map(has)
  const wished = words.filter((word) => !needed.includes(word)).map((one) => `${has(one)}::int`)
  const entriesOf = (
    form: string,
  ) => `select created_at, id from search_word where ${ofOwner} and word = ${form}
    order by created_at desc, id desc limit ${others.length + wished.length > 0 ? lookedThrough : limit}`
  // One word's rows come in the order of the index, and the first that fit end the search.
  const [only] = forms
  const entries =
    forms.length === 1
      ? entriesOf(value(only))
      : `select distinct entry.* from unnest(${value(forms)}::text[]) form(word)
         cross join lateral (${entriesOf('form.word')}) entry`
  return `select id from (${entries}) entry
    ${others.length > 0 ? `where ${others.join(' and ')}` : ''}
    order by ${wished.length > 0 ? `${wished.join(' + ')} desc, ` : ''}created_at desc, id desc limit ${value(limit)}`
}
