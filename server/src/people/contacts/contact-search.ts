/** SQL by which contacts are found by their text: the same in every list that names people. */
import { isUuid } from '@notifly/contracts/fields'
import { sql, type RawBuilder } from 'kysely'

/** From so many characters on a word is found anywhere; the trigrams of shorter ones only say how a word begins. */
const ANYWHERE_FROM = 3
/** More words than this add nothing but work. */
const WORDS_MAX = 10

/**
 * Whether a contact (`alias` of the table in the query) has every word of `search` in one of its fields, or is the one with
 * that id. Looks into the index `contact_search`.
 */
export function contactFound(search: string, alias = 'contact'): RawBuilder<boolean> {
  const found = words(search).map(word => hasWord(word, alias))
  if (found.length === 0) return sql<boolean>`false`
  const text = sql<boolean>`(${sql.join(found, sql` and `)})`
  return isUuid(search.trim()) ? sql<boolean>`(${text} or ${sql.ref(`${alias}.contact_id`)} = ${search.trim()})` : text
}

function hasWord(word: string, alias: string): RawBuilder<boolean> {
  const escaped = word.replace(/[\\%_]/g, '\\$&')
  const pattern = [...word].length >= ANYWHERE_FROM ? `%${escaped}%` : `% ${escaped}%`
  // Lower case as the database makes it: a Greek sigma at the end of a word is another one to JavaScript.
  return sql<boolean>`${sql.ref(`${alias}.searched`)} like lower(${pattern})`
}

/** Cut as the column `searched` is (migration 0015): these characters are spaces there. */
function words(search: string): string[] {
  const cut = search.split(/[\s[\]",\\]+/)
  return cut.filter(word => word !== '').slice(0, WORDS_MAX)
}
