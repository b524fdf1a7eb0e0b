/**
 * What this browser stores of the last visit, so that the dashboard opens offline: the signed-in user, without a token, and the data that
 * was read. It is in the browser's storage and is deleted with the session.
 */
import { dehydrate, type DehydratedState, hydrate, type QueryClient } from '@tanstack/react-query'
import type { UserDetails } from '@notifly/contracts/accounts/accounts'
import { createStore, del, get, set } from 'idb-keyval'
import { connection } from '../../api/connection.ts'
import { session, showKeptUser } from '../../api/session.ts'

interface KeptVisit {
  /** The build that stored it; another build may expect other fields. */
  build: string
  keptOn: number
  user: UserDetails
  data: DehydratedState
}

const KEY = 'visit'
const KEPT_FOR_MS = 7 * 24 * 3_600_000
/** How many reads are stored; the latest ones. */
const READS_MAX = 200
const WRITE_AFTER_MS = 5000

const store = createStore('notifly', 'offline')

/** Shows the stored visit. Resolves to false if there is none, or none that this build can show. */
export async function openKeptVisit(client: QueryClient): Promise<boolean> {
  const kept = await get<KeptVisit>(KEY, store).catch(() => undefined)
  if (kept === undefined || kept.build !== build() || Date.now() - kept.keptOn > KEPT_FOR_MS) return false
  // The user comes first, because a change of user empties the cache.
  showKeptUser(kept.user)
  hydrate(client, kept.data)
  connection.set({ lostOn: Date.now(), keptOn: kept.keptOn })
  return true
}

/**
 * Stores what is read while a person is signed in. Without browser storage it silently stores nothing. Returns a
 * function that stops this.
 */
export function storeVisit(client: QueryClient): () => void {
  // The session may have ended while no page was open.
  if (session.get() === undefined) void clearStoredVisit()
  let timer: ReturnType<typeof setTimeout> | undefined
  const write = () => {
    timer = undefined
    void keep(client).catch(() => undefined)
  }
  const stopReads = client.getQueryCache().subscribe(({ type }) => {
    if (type === 'updated') timer ??= setTimeout(write, WRITE_AFTER_MS)
  })
  document.addEventListener('visibilitychange', write)
  return () => {
    clearTimeout(timer)
    stopReads()
    document.removeEventListener('visibilitychange', write)
  }
}

async function keep(client: QueryClient): Promise<void> {
  const user = session.get()
  // While offline, the shown data is already stored.
  if (user === undefined || connection.get() !== undefined) return
  const latest = client
    .getQueryCache()
    .getAll()
    .filter(({ state }) => state.status === 'success')
    .toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
    .slice(0, READS_MAX)
  const hashes = new Set(latest.map(({ queryHash }) => queryHash))
  const data = dehydrate(client, {
    shouldDehydrateQuery: ({ queryHash }) => hashes.has(queryHash),
    shouldDehydrateMutation: () => false,
  })
  const kept: KeptVisit = { build: build(), keptOn: Date.now(), user: { ...user, token: '' }, data }
  await set(KEY, kept, store)
  // The person may have signed out in the meantime.
  if (session.get() === undefined) await clearStoredVisit()
}

/** Deletes everything about the person from this browser. */
export async function clearStoredVisit(): Promise<void> {
  await del(KEY, store).catch(() => undefined)
}

/** The name of the page's script contains a hash of the whole build. */
function build(): string {
  return document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src ?? ''
}
