/** Who wrote to us recently: for 24 hours after that, WhatsApp allows replies without a template. */
import type { Db } from '../../db/schema/tables.ts'
import type { InboundListener } from '../hooks/hooks.ts'
import { countSessions, deleteSessionsBefore, storeSession } from './session-queries.ts'

const SESSION_MS = 24 * 3_600_000

/** Called for everything that people write. */
export const openSessionOnReply: InboundListener = async ({ database }, { applicationId, channel, message }) => {
  if (channel !== 'whatsapp') return
  await storeSession(database.kysely, applicationId, message.from, message.at)
}

export function countOpen(db: Db, applicationId: string, now: Date): Promise<number> {
  return countSessions(db, applicationId, new Date(now.getTime() - SESSION_MS))
}

/** Deletes expired sessions. */
export function deleteEndedSessions(db: Db, applicationId: string, now: Date): Promise<void> {
  return deleteSessionsBefore(db, applicationId, new Date(now.getTime() - SESSION_MS))
}
