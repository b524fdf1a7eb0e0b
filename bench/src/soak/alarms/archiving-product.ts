/** The product on one machine with its own PostgreSQL, which takes backups every hour and archives its log, each onto a disk of its own. */
import { Installation } from '@notifly/server/testing/installation'
import { mountDisk } from './disk.ts'
import { type Ground, readStatus, until } from './ground.ts'
import { startSurroundings } from './surroundings.ts'

const BACKUP_DISK = '512m'
const ARCHIVE_DISK = '512m'
/** Of the first backup, which the scheduler takes within a minute. */
const BACKUP_MS = 300_000

export interface ArchivingProduct extends Ground {
  product: Installation
  backups: string
  archive: string
}

/** Resolves once there is a backup. */
export async function startArchivingProduct(): Promise<ArchivingProduct> {
  await using stack = new AsyncDisposableStack()
  const { folder, settings, watch } = await startSurroundings(stack)
  const backups = await mountDisk(stack, folder, BACKUP_DISK)
  const archive = await mountDisk(stack, folder, ARCHIVE_DISK)
  const product = await Installation.create({
    ...settings,
    NOTIFLY_WORKERS: '1',
    NOTIFLY_SANDBOX: 'off',
    NOTIFLY_BACKUP_DIR: backups,
    NOTIFLY_BACKUP_HOURS: '1',
    NOTIFLY_BACKUP_PASSPHRASE: 'plinth walrus copper nineteen lantern',
    NOTIFLY_ARCHIVE_DIR: archive,
  })
  stack.defer(() => product.remove())
  await product.start()
  const { token, call, prometheus } = await watch(product.url)
  const ground = { machines: [product], product, backups, archive, prometheus, token, call }
  await until('there is a backup', async () => (await readStatus(ground)).backups.last !== null, BACKUP_MS)
  const all = stack.move()
  return { ...ground, [Symbol.asyncDispose]: () => all.disposeAsync() }
}
