/** The product on one machine with its own PostgreSQL, which takes backups every hour and archives its log, each onto a disk of its own. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { uuidv7 } from '@notifly/server/lib/uuid'
import { startMailbox } from '@notifly/server/testing/channels/mailbox'
import { Installation } from '@notifly/server/testing/installation'
import { enter } from '../../harness/product.ts'
import { mountDisk } from './disk.ts'
import { type Ground, readStatus, until } from './ground.ts'
import { startPrometheus } from './prometheus.ts'

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
  const folder = await mkdtemp(join(tmpdir(), 'notifly-alarms-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  const backups = await mountDisk(stack, folder, BACKUP_DISK)
  const archive = await mountDisk(stack, folder, ARCHIVE_DISK)
  const mailbox = await startMailbox()
  stack.defer(() => mailbox.close())
  const token = uuidv7()
  const product = await Installation.create({
    NOTIFLY_WORKERS: '1',
    NOTIFLY_SANDBOX: 'off',
    NOTIFLY_SYSTEM_SMTP_URL: mailbox.smtpUrl,
    NOTIFLY_METRICS_TOKEN: token,
    NOTIFLY_LOG_LEVEL: 'info',
    NOTIFLY_BACKUP_DIR: backups,
    NOTIFLY_BACKUP_HOURS: '1',
    NOTIFLY_BACKUP_PASSPHRASE: 'plinth walrus copper nineteen lantern',
    NOTIFLY_ARCHIVE_DIR: archive,
  })
  stack.defer(() => product.remove())
  await product.start()
  const operator = await enter(product.url, mailbox)
  const prometheus = stack.use(await startPrometheus(join(folder, 'prometheus'), new URL(product.url).host, token))
  const ground = {
    ...{ product, backups, archive, prometheus },
    machines: [product],
    token: operator.token,
    call: operator.call,
  }
  await until('there is a backup', async () => (await readStatus(ground)).backups.last !== null, BACKUP_MS)
  const all = stack.move()
  return { ...ground, [Symbol.asyncDispose]: () => all.disposeAsync() }
}
