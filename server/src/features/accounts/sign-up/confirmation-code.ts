import { randomInt } from 'node:crypto'
import type { Deps } from '../../../http/deps.ts'
import { upsertConfirmationCode } from '../sign-in/session-queries.ts'

const CODE_MS = 10 * 60_000

/** Creates a six-digit code that confirms the holder of a session for ten minutes, in place of an earlier one. */
export async function createConfirmationCode(deps: Deps, sessionId: string): Promise<string> {
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const expiresAt = new Date(deps.clock.now().getTime() + CODE_MS)
  await upsertConfirmationCode(deps.database.kysely, sessionId, confirmationCodeHash(deps, sessionId, code), expiresAt)
  return code
}

/** Keyed with the installation's secret, since a million codes are quickly tried. */
export function confirmationCodeHash({ secrets }: Deps, sessionId: string, code: string): Buffer {
  return secrets.sign('confirmation-code', Buffer.from(`${sessionId}:${code}`))
}
