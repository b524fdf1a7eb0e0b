import type { OwnSession } from '@notifly/contracts/accounts/security'
import Bowser from 'bowser'
import type { Caller } from '../../../http/caller.ts'
import type { Deps } from '../../../http/deps.ts'
import { AppError } from '../../../lib/app-error.ts'
import { epochSeconds } from '../../../lib/clock.ts'
import { recordAccountAudit } from '../../audit/audit.ts'
import { deleteOtherSessions, deleteOwnSession, selectSessions } from './session-queries.ts'

/** Returns where the caller is signed in, most recently used first. */
export async function listOwnSessions(deps: Deps, caller: Caller): Promise<OwnSession[]> {
  const rows = await selectSessions(deps.database.kysely, caller.accountId, deps.clock.now())
  return rows.map(row => ({
    uuid: row.session_id,
    ...deviceWords(row.user_agent),
    address: row.address,
    created_on: epochSeconds(row.created_at),
    last_seen_on: epochSeconds(row.last_seen_at),
    is_current: row.session_id === caller.sessionId,
  }))
}

/** Ends one session of the caller. Throws notFound for one that is not theirs. */
export async function endSession(deps: Deps, caller: Caller, sessionId: string): Promise<void> {
  await deps.database.kysely.transaction().execute(async tx => {
    if (!(await deleteOwnSession(tx, caller.accountId, sessionId))) throw new AppError('notFound')
    const act = { account: caller, origin: caller.origin, action: 'session.revoke' } as const
    await recordAccountAudit(tx, act, deps.clock.now())
  })
}

/** Ends all sessions of the caller except the present one. */
export async function endOtherSessions(deps: Deps, caller: Caller): Promise<void> {
  await deps.database.kysely.transaction().execute(async tx => {
    const ended = await deleteOtherSessions(tx, caller.accountId, caller.sessionId)
    if (ended === 0) return
    const act = {
      account: caller,
      origin: caller.origin,
      action: 'session.revoke',
      after: { sessions: ended },
    } as const
    await recordAccountAudit(tx, act, deps.clock.now())
  })
}

type DeviceWords = Pick<OwnSession, 'browser' | 'system' | 'kind'>

/** Returns what a browser says about itself: "Chrome", "Windows", and the kind of device. */
export function deviceWords(userAgent: string): DeviceWords {
  // The parser refuses an empty text.
  if (userAgent.trim() === '') return { browser: null, system: null, kind: 'other' }
  const parsed = Bowser.parse(userAgent)
  const kind = (['desktop', 'mobile', 'tablet'] as const).find(each => each === parsed.platform.type)
  // What it does not know it calls by an empty text.
  return { browser: parsed.browser.name || null, system: parsed.os.name || null, kind: kind ?? 'other' }
}
