/**
 * The VAPID key pair that identifies this installation to push services. Created once, since a subscription works only with the key that it
 * was made with.
 */
import { newVapidKeys, type VapidKeys } from '../../channels/webpush/vapid.ts'
import type { Deps } from '../../http/deps.ts'
import { insertKeys, selectKeys } from './queries.ts'

const PLACE = 'alert_key private_key'

export async function keysOf({
  database,
  secrets,
  clock,
}: Pick<Deps, 'database' | 'secrets' | 'clock'>): Promise<VapidKeys> {
  const db = database.kysely
  const known = await selectKeys(db)
  if (known !== undefined) return opened(known)
  const { publicKey, privateKey } = newVapidKeys()
  // Of two who make one at once, the first one's counts for both.
  return opened(await insertKeys(db, { publicKey, privateKey: secrets.seal(privateKey, PLACE) }, clock.now()))

  function opened(row: VapidKeys): VapidKeys {
    return { publicKey: row.publicKey, privateKey: secrets.open(row.privateKey, PLACE) }
  }
}
