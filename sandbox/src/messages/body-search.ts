import { setImmediate as nextTurn } from 'node:timers/promises'
import { viewMail } from './mail-view.ts'
import type { StoredMessage } from './message.ts'
import { BODY_SEARCH_DEPTH, type MessageStore } from './message-store.ts'

/** Whether the text of a message contains a needle given in lower case. */
export type BodySearch = (message: StoredMessage, needle: string) => Promise<boolean>

const MAX_TEXTS = 2 * BODY_SEARCH_DEPTH
/** A text longer than this is searched in its beginning only. */
const MAX_TEXT_LENGTH = 20_000
/** Mails taken apart before others get their turn. */
const TURN = 25

/** A search over texts that remembers them, so that the next letter typed does not take every mail apart again. */
export function createBodySearch(store: MessageStore): BodySearch {
  const texts = new Map<string, string>()
  let parsed = 0
  return async (message, needle) => {
    let text = texts.get(message.id)
    if (text === undefined) {
      if (++parsed % TURN === 0) await nextTurn()
      const raw = store.raw(message.seq)
      text = raw ? (await viewMail(raw)).text.slice(0, MAX_TEXT_LENGTH).toLowerCase() : ''
      texts.set(message.id, text)
      if (texts.size > MAX_TEXTS) texts.delete(texts.keys().next().value ?? '')
    }
    return text.includes(needle)
  }
}
