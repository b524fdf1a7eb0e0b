/** Brings our copy of the templates up to WhatsApp's list: when a member asks, and by itself when it has grown old. */
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
import { countOpen, dropPast } from './sessions.ts'
import * as queries from './sync-queries.ts'

/** Name of the job that reads the list; its payload is `{applicationId}`. */
export const SYNC_TEMPLATES = 'whatsapp.sync'

const FRESH_MS = 3_600_000
/** While WhatsApp has to decide about one: without signed reports we would not hear of it. */
const FRESH_UNDECIDED_MS = 30_000

/** The state of the copy. Has it brought up to date in the background when it is old, or that of another account. */
export async function readSync(deps: Deps, applicationId: string): Promise<WhatsappSync> {
  const db = deps.database.kysely
  const account = await accountOf(deps, applicationId)
  if (account !== null) await freshen(deps, applicationId, account)
  return present(db, applicationId, account !== null, deps.clock.now())
}

/** Reads the list now. A failure is part of the answer. Throws conflict while WhatsApp is not set up. */
export async function syncNow(deps: Deps, applicationId: string): Promise<WhatsappSync> {
  const account = await requiredAccount(deps, applicationId)
  await readList(deps, applicationId, account)
  return present(deps.database.kysely, applicationId, true, deps.clock.now())
}

/** The job: does nothing while WhatsApp is not set up. */
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

/** There may be one that is being deleted beside the one that took its name. */
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
    await dropPast(tx, applicationId, now)
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
