/** SQL of the browsers that get alerts, of what their owners want, and of the installation's keys. */
import type { AlertKind } from '@notifly/contracts/alerts/alerts'
import { sql } from 'kysely'
import { countRows } from '../../db/pages.ts'
import type { Db } from '../../db/schema/tables.ts'

interface StoredKeys {
  publicKey: string
  /** Sealed. */
  privateKey: string
}

export function selectKeys(db: Db): Promise<StoredKeys | undefined> {
  return db.selectFrom('alert_key').select(['public_key as publicKey', 'private_key as privateKey']).executeTakeFirst()
}

/** Returns the stored keys: existing ones stay. */
export async function insertKeys(db: Db, { publicKey, privateKey }: StoredKeys, now: Date): Promise<StoredKeys> {
  return db
    .insertInto('alert_key')
    .values({ public_key: publicKey, private_key: privateKey, created_at: now })
    .onConflict(conflict => conflict.column('one_row').doUpdateSet({ public_key: sql.ref('alert_key.public_key') }))
    .returning(['public_key as publicKey', 'private_key as privateKey'])
    .executeTakeFirstOrThrow()
}

export async function selectMuted(db: Db, accountId: string): Promise<readonly string[]> {
  const row = await db.selectFrom('alert_choice').where('account_id', '=', accountId).select('muted').executeTakeFirst()
  return row?.muted ?? []
}

export async function upsertMuted(db: Db, accountId: string, muted: readonly AlertKind[]): Promise<void> {
  const fields = { muted: [...muted] }
  await db
    .insertInto('alert_choice')
    .values({ account_id: accountId, ...fields })
    .onConflict(conflict => conflict.column('account_id').doUpdateSet(fields))
    .execute()
}

/** Browsers of valid sessions. */
function living(db: Db, now: Date) {
  return db
    .selectFrom('alert_browser as b')
    .innerJoin('session as s', 's.session_id', 'b.session_id')
    .where('s.expires_at', '>', now)
}

export function selectOwnBrowsers(db: Db, accountId: string, now: Date) {
  return living(db, now)
    .where('b.account_id', '=', accountId)
    .select(['b.browser_id', 'b.session_id', 'b.created_at', 's.user_agent'])
    .orderBy('b.created_at', 'desc')
    .orderBy('b.browser_id')
    .execute()
}

/** Lets one registration of a person run at a time, until the transaction ends. */
export async function lockBrowsers(tx: Db, accountId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`alert browsers of ${accountId}`}, 0))`.execute(tx)
}

interface OwnBrowser {
  accountId: string
  sessionId: string
  fingerprint: Buffer
}

/** Counts the person's browsers other than this one. */
export async function countOtherBrowsers(
  db: Db,
  { accountId, sessionId, fingerprint }: OwnBrowser,
  now: Date,
): Promise<number> {
  return countRows(
    living(db, now)
      .where('b.account_id', '=', accountId)
      .where('b.session_id', '!=', sessionId)
      .where('b.fingerprint', '!=', fingerprint),
  )
}

/** Deletes the session's earlier browser. */
export async function deleteSessionBrowser(tx: Db, sessionId: string, fingerprint: Buffer): Promise<void> {
  await tx
    .deleteFrom('alert_browser')
    .where('session_id', '=', sessionId)
    .where('fingerprint', '!=', fingerprint)
    .execute()
}

interface NewBrowser extends OwnBrowser {
  browserId: string
  endpoint: string
  p256dh: string
  auth: string
}

/** A known browser becomes this session's. Returns undefined for a known endpoint with other keys: only its browser has the right ones. */
export async function upsertBrowser(tx: Db, browser: NewBrowser, now: Date): Promise<string | undefined> {
  const { browserId, accountId, sessionId, endpoint, fingerprint, p256dh, auth } = browser
  const owner = { account_id: accountId, session_id: sessionId }
  const row = await tx
    .insertInto('alert_browser')
    .values({ browser_id: browserId, ...owner, endpoint, fingerprint, p256dh, auth, created_at: now })
    .onConflict(conflict =>
      conflict
        .column('fingerprint')
        .doUpdateSet(owner)
        .where('alert_browser.p256dh', '=', p256dh)
        .where('alert_browser.auth', '=', auth),
    )
    .returning('browser_id')
    .executeTakeFirst()
  return row?.browser_id
}

export async function deleteBrowser(db: Db, accountId: string, browserId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('alert_browser')
    .where(eb => eb.and({ account_id: accountId, browser_id: browserId }))
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** Whether any of these people has a browser; in most installations none has. */
export async function hasBrowsers(db: Db, accountIds: readonly string[]): Promise<boolean> {
  if (accountIds.length === 0) return false
  const row = await db
    .selectFrom('alert_browser')
    .where('account_id', 'in', accountIds)
    .select('browser_id')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export interface SubscribedBrowser {
  browserId: string
  accountId: string
  endpoint: string
  p256dh: string
  auth: string
  createdAt: Date
}

/** Browsers of valid sessions of these people who want this kind. */
export function selectBrowsers(
  db: Db,
  accountIds: readonly string[],
  kind: AlertKind,
  now: Date,
): Promise<SubscribedBrowser[]> {
  return living(db, now)
    .leftJoin('alert_choice as c', 'c.account_id', 'b.account_id')
    .where('b.account_id', 'in', accountIds)
    .where(sql<boolean>`${kind} <> all (coalesce(c.muted, '{}'))`)
    .select([
      'b.browser_id as browserId',
      'b.account_id as accountId',
      'b.endpoint',
      'b.p256dh',
      'b.auth',
      'b.created_at as createdAt',
    ])
    .orderBy('b.browser_id')
    .execute()
}

export async function deleteGone(db: Db, browserIds: readonly string[]): Promise<void> {
  if (browserIds.length === 0) return
  await db.deleteFrom('alert_browser').where('browser_id', 'in', browserIds).execute()
}
