/**
 * What the alarms are about: the product on four machines (API, scheduler, two workers) and its PostgreSQL, with a Prometheus that asks
 * the API process, a mail server, and an operator who is signed in.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { uuidv7 } from '@notifly/server/lib/uuid'
import { type MailCounter, startMailCounter } from '@notifly/server/testing/channels/mail-counter'
import { startMailbox } from '@notifly/server/testing/channels/mailbox'
import type { Installation } from '@notifly/server/testing/installation'
import { addContacts, connectMail } from '../../campaign/application.ts'
import { enter } from '../../harness/product.ts'
import { startMachine } from '../role-machines.ts'
import { mountDisk } from './disk.ts'
import { type Postgres, startPostgres } from './postgres.ts'
import type { Ground } from './ground.ts'
import { startPrometheus } from './prometheus.ts'

const DISK = '128m'

export interface Site extends Ground {
  postgres: Postgres
  api: Installation
  scheduler: Installation
  /** The journals of the first one are on a disk of its own. */
  workers: readonly [Installation, Installation]
  disk: string
  mail: MailCounter
  newShop(options?: { contacts?: number; port?: number; messagesPerSecond?: number }): Promise<Shop>
}

export interface Shop {
  applicationId: string
  token: string
}

export async function startSite(): Promise<Site> {
  await using stack = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'notifly-alarms-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  const disk = await mountDisk(stack, folder, DISK)
  const postgres = stack.use(await startPostgres())
  const mailbox = await startMailbox()
  stack.defer(() => mailbox.close())
  const mail = stack.use(await startMailCounter())
  const token = uuidv7()
  const more = {
    NOTIFLY_SYSTEM_SMTP_URL: mailbox.smtpUrl,
    NOTIFLY_METRICS_TOKEN: token,
    NOTIFLY_LOG_LEVEL: 'info',
    NOTIFLY_DRAIN_SECONDS: '0',
  }
  const { database } = postgres
  const api = await startMachine(postgres, 'api', stack, { more })
  const scheduler = await startMachine(postgres, 'scheduler', stack, { more })
  const workers = [
    await startMachine(postgres, 'worker', stack, { more: { ...more, NOTIFLY_DATA_DIR: disk } }),
    await startMachine(postgres, 'worker', stack, { more }),
  ] as const
  const operator = await enter(api.url, mailbox)
  const prometheus = stack.use(await startPrometheus(join(folder, 'prometheus'), new URL(api.url).host, token))
  const newShop: Site['newShop'] = async ({ contacts = 0, port = mail.port, messagesPerSecond } = {}) => {
    const shop = await operator.newApplication()
    await connectMail(operator, shop.token, { port, ...(messagesPerSecond !== undefined && { messagesPerSecond }) })
    if (contacts > 0) await addContacts(database, shop.applicationId, contacts)
    return shop
  }
  const all = stack.move()
  return {
    machines: [api, scheduler, ...workers],
    ...{ postgres, api, scheduler, workers, disk, mail, prometheus, newShop },
    token: operator.token,
    call: operator.call,
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  }
}
