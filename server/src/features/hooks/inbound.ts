/**
 * What people write back. STOP takes them out of the channel, START puts back whom STOP took out, and nobody else: what was
 * chosen elsewhere stays. Everything is told to those who listen.
 */
import type { Channel } from '@notifly/contracts/applications'
import type { InboundMessage } from '../../channels/provider.ts'
import { changeByReply } from '../consent/consent.ts'
import { idOf } from './report-id.ts'
import { selectContactsByPhone, type Report } from './report-queries.ts'
import type { ReportDeps, Reporting } from './reporting.ts'

/** Rejects when it could not be noted; nothing is lost or done twice by hearing it again. */
export async function hearInbound(
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
  const status = wishOf(message.text)
  if (status !== null) {
    const wish = { applicationId, channel: channel as Channel, phones, contactIds, status }
    const { at, key } = message
    await changeByReply(deps.database, { ...wish, at, text: message.text, changeId: idOf(configurationId, key) })
  }
  for (const listen of onInbound) await listen(deps, { applicationId, configurationId, channel, contactIds, message })
}

// One word, alone: "stop sending me the blue ones" is a letter, not an order. English as carriers demand it, then the
// languages of this product and its neighbours.
const STOP = new Set(
  `STOP STOPALL STOPP UNSUBSCRIBE UNSUB CANCEL END QUIT OPTOUT OPT-OUT REVOKE
   ARRET ARRETER DESABONNER ALTO BAJA PARAR PARE CANCELAR SAIR
   रोकें रोको रुको बंद स्टॉप`.split(/\s+/),
)
const START = new Set(`START YES UNSTOP SUBSCRIBE RESUME OUI REPRENDRE ALTA SI शुरू शुरु हाँ हां स्टार्ट`.split(/\s+/))

/** What a message orders; null for a message that only says something. */
export function wishOf(text: string): 'unsubscribed' | 'subscribed' | null {
  const word = text
    .normalize('NFD')
    // Accents of Latin letters alone: the signs of Indian scripts are letters of their own.
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toUpperCase()
    .replace(/^[\s"'«»“”‘’.,;:!?¡¿।()-]+|[\s"'«»“”‘’.,;:!?¡¿।()-]+$/g, '')
  if (STOP.has(word)) return 'unsubscribed'
  return START.has(word) ? 'subscribed' : null
}
