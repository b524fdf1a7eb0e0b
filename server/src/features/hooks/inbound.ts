/**
 * Replies of people. STOP unsubscribes them from the channel, START only subscribes people whom STOP unsubscribed: choices made elsewhere
 * stay. Every reply is passed to the listeners.
 */
import type { Channel } from '@notifly/contracts/applications/applications'
import type { InboundMessage } from '../../channels/provider.ts'
import { applyEvents } from '../../engine/events/apply-events.ts'
import { changeByReply } from '../../people/consent/by-reply.ts'
import { selectAnswered, selectContactsByPhone } from './message-queries.ts'
import { idOf } from './report-id.ts'
import type { Report } from './report-queries.ts'
import type { ReportDeps, Reporting } from './reporting.ts'

/** Rejects if it could not be stored. Handling the same reply again loses and repeats nothing. */
export async function handleInbound(
  deps: ReportDeps,
  { onInbound }: Reporting,
  report: Report,
  message: InboundMessage,
): Promise<void> {
  const { applicationId, configurationId, channel } = report
  if (configurationId === null || channel === null) return
  const digits = message.from.replace(/\D/g, '')
  if (digits === '') return
  const phones = [`+${digits}`, digits]
  const contactIds = await selectContactsByPhone(deps.database.kysely, applicationId, phones)
  const status = commandOf(message, channel)
  if (status !== null) {
    const wish = { applicationId, channel: channel as Channel, phones, contactIds, status }
    const { at, key } = message
    const changeId = idOf(configurationId, key)
    await changeByReply(deps.database, { ...wish, at, text: message.text, changeId })
    if (status === 'unsubscribed') await countAnswer(deps, wish, at, changeId)
  }
  for (const listen of onInbound) await listen(deps, { applicationId, configurationId, channel, contactIds, message })
}

const ANSWERED_WITHIN_MS = 30 * 86_400_000

/** A reply that unsubscribes is counted for the last message that the contact received. */
async function countAnswer(
  { database }: ReportDeps,
  answer: Parameters<typeof selectAnswered>[1],
  at: Date,
  eventId: string,
): Promise<void> {
  if (answer.contactIds.length === 0) return
  const after = new Date(at.getTime() - ANSWERED_WITHIN_MS)
  const answered = await selectAnswered(database.kysely, answer, { after, before: at })
  if (answered === undefined) return
  const { applicationId } = answer
  const event = { applicationId, ...answered, kind: 'unsubscribed', at, source: 'recipient', bot: false } as const
  await applyEvents(database, [{ ...event, detail: { way: 'reply' }, isHeeded: true, eventId }])
}

// One word, alone: "stop sending me the blue ones" is a letter, not an order. English as carriers demand it, then the
// languages of this product and its neighbours.
const STOP = wordsOf(
  `STOP STOPALL STOPP UNSUBSCRIBE UNSUB OPTOUT OPT-OUT
   ARRET ARRETER DESABONNER ALTO BAJA PARAR PARE रोकें रोको बंद स्टॉप`,
)
const START = wordsOf('START UNSTOP SUBSCRIBE REPRENDRE ALTA शुरू शुरु स्टार्ट')

// Orders to a carrier by SMS alone: in a conversation they are the usual answer to a question.
const SMS_STOP = wordsOf('CANCEL END QUIT REVOKE CANCELAR SAIR रुको')
const SMS_START = wordsOf('YES RESUME OUI SI हाँ हां')

/** Labels of buttons that are always commands. The author of the message wrote the others as well: "Start", "Cancel". */
const STOP_BUTTONS: ReadonlySet<string> = new Set(['STOP', 'STOP PROMOTIONS', 'UNSUBSCRIBE'])

function wordsOf(list: string): ReadonlySet<string> {
  return new Set(list.split(/\s+/))
}

/** The command in a message; null for a message without one. */
export function commandOf(
  { text, isButton }: Pick<InboundMessage, 'text' | 'isButton'>,
  channel: string,
): 'unsubscribed' | 'subscribed' | null {
  const word = plain(text)
  if (isButton) return STOP_BUTTONS.has(word) ? 'unsubscribed' : null
  const isSms = channel === 'sms'
  if (STOP.has(word) || (isSms && SMS_STOP.has(word))) return 'unsubscribed'
  return START.has(word) || (isSms && SMS_START.has(word)) ? 'subscribed' : null
}

/** No command is longer, including whatever may surround it. */
const LONGEST_ORDER = 200

function plain(text: string): string {
  if (text.length > LONGEST_ORDER) return ''
  return bare(
    text
      .normalize('NFD')
      // Accents of Latin letters alone: the signs of Indian scripts are letters of their own.
      .replace(/[\u0300-\u036f]/g, '')
      .normalize('NFC')
      .toUpperCase(),
  )
}

const AROUND_WORDS = /[\s"'«»“”‘’.,;:!?¡¿।()-]/

/** Without surrounding characters. */
function bare(text: string): string {
  let [begin, end] = [0, text.length]
  while (begin < end && AROUND_WORDS.test(text.charAt(begin))) begin += 1
  while (end > begin && AROUND_WORDS.test(text.charAt(end - 1))) end -= 1
  return text.slice(begin, end)
}
