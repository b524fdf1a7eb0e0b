/** SQL that finds contacts by text, the same for every list that shows people. */
import { isUuid } from '@notifly/contracts/fields'
import { sql, type RawBuilder } from 'kysely'

/** Words of at least this length are found anywhere; trigrams of shorter ones only match the start of a word. */
const ANYWHERE_FROM = 3
/** More words only add work. */
const WORDS_MAX = 10

/**
 * Whether a contact (`alias` of the table in the query) has every word of `search` in one of its fields, or has that id. Uses the index
 * `contact_search`.
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
  // Lower case as the database makes it: JavaScript has another Greek sigma at the end of a word.
  return sql<boolean>`${sql.ref(`${alias}.searched`)} like lower(${pattern})`
}

/** Split like the column `searched` (migration 0015), where these characters are spaces. */
function words(search: string): string[] {
  const cut = search.split(/[\s[\]",\\]+/)
  return cut.filter(word => word !== '').slice(0, WORDS_MAX)
}
