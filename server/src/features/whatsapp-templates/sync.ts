/** Updates our copy of the templates from WhatsApp's list: on a member's request, and by itself when it is old. */
import { inWords } from '@notifly/contracts/sentences/english'
import type { WhatsappSync } from '@notifly/contracts/whatsapp-templates/whatsapp-templates'
import { GraphRefused } from '../../channels/whatsapp/cloud-api/graph.ts'
import { type ListedTemplate, listTemplates } from '../../channels/whatsapp/cloud-api/templates.ts'
import type { Db } from '../../db/schema/tables.ts'
import type { Deps } from '../../http/deps.ts'
import { enqueue, longQueue } from '../../jobs/jobs.ts'
import { epochSeconds } from '../../lib/clock.ts'
import { readWords, storedWords } from '../../lib/stored-words.ts'
import { type Account, accountOf, askWhatsapp, requiredAccount } from './account.ts'
import { countOpen, deleteEndedSessions } from './sessions.ts'
import * as queries from './sync-queries.ts'

/** Name of the job that reads the list; its payload is `{applicationId}`. */
export const SYNC_TEMPLATES = 'whatsapp.sync'

const FRESH_MS = 3_600_000
/** While WhatsApp has to decide about one: without signed reports we would not learn of the decision. */
const FRESH_UNDECIDED_MS = 30_000

/** The state of the copy. Starts an update in the background if it is old, or of another account. */
export async function readSync(deps: Deps, applicationId: string): Promise<WhatsappSync> {
  const db = deps.database.kysely
  const account = await accountOf(deps, applicationId)
  if (account !== null) await freshen(deps, applicationId, account)
  return present(db, applicationId, account !== null, deps.clock.now())
}

/** Reads the list now. A failure is part of the result. Throws conflict if WhatsApp is not set up. */
export async function syncNow(deps: Deps, applicationId: string): Promise<WhatsappSync> {
  const account = await requiredAccount(deps, applicationId)
  await readList(deps, applicationId, account)
  return present(deps.database.kysely, applicationId, true, deps.clock.now())
}

/** The job: does nothing if WhatsApp is not set up. */
export async function syncInBackground(deps: Deps, applicationId: string): Promise<void> {
  const account = await accountOf(deps, applicationId)
  if (account !== null) await readList(deps, applicationId, account)
}

async function readList(deps: Deps, applicationId: string, { access, accountId }: Account): Promise<void> {
  const { database, clock } = deps
  const at = clock.now()
  const list = await askWhatsapp(deps, applicationId, () => listTemplates(access, accountId)).catch(
    (error: unknown) => {
      if (error instanceof GraphRefused) return error
      throw error
    },
  )
  await database.kysely.transaction().execute(async tx => {
    await queries.lockSync(tx, applicationId)
    const isRead = !(list instanceof GraphRefused)
    if (isRead) await queries.replaceList(tx, applicationId, oneOfEach(list), at)
    await queries.noteSync(tx, applicationId, { accountId, failure: isRead ? null : storedWords(list.sentence), at })
  })
}

/** A template that is being deleted may have the same name as a new one. */
function oneOfEach(list: readonly ListedTemplate[]): ListedTemplate[] {
  const isGoing = ({ status }: ListedTemplate): boolean => status === 'PENDING_DELETION' || status === 'DELETED'
  const byName = new Map<string, ListedTemplate>()
  for (const template of list) {
    const key = `${template.name} ${template.language}`
    const other = byName.get(key)
    if (other === undefined || isGoing(other)) byName.set(key, template)
  }
  return [...byName.values()]
}

async function freshen(deps: Deps, applicationId: string, { accountId }: Account): Promise<void> {
  const db = deps.database.kysely
  const now = deps.clock.now()
  const [sync, { undecided }] = await Promise.all([
    queries.selectSync(db, applicationId),
    queries.countTemplates(db, applicationId),
  ])
  const ageMs = sync?.synced_at ? now.getTime() - sync.synced_at.getTime() : Infinity
  const isStale = ageMs > (undecided > 0 ? FRESH_UNDECIDED_MS : FRESH_MS) || sync?.account_id !== accountId
  if (!isStale) return
  await db.transaction().execute(async tx => {
    if (!(await queries.requestSync(tx, applicationId, now, FRESH_UNDECIDED_MS))) return
    await deleteEndedSessions(tx, applicationId, now)
    await enqueue(
      tx,
      SYNC_TEMPLATES,
      { applicationId },
      { key: `${SYNC_TEMPLATES} ${applicationId}`, queue: longQueue(applicationId) },
    )
  })
}

async function present(db: Db, applicationId: string, configured: boolean, now: Date): Promise<WhatsappSync> {
  const [sync, { all }, open] = await Promise.all([
    queries.selectSync(db, applicationId),
    queries.countTemplates(db, applicationId),
    countOpen(db, applicationId, now),
  ])
  const failure = sync?.failure ? readWords(sync.failure) : null
  return {
    configured,
    synced_on: sync?.synced_at ? epochSeconds(sync.synced_at) : null,
    failure: failure === null ? null : inWords(failure).message,
    failure_sentence: typeof failure === 'string' ? null : failure,
    templates: all,
    open_sessions: open,
  }
}
