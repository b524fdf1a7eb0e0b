/**
 * What the alarms are about: the product on four machines (API, scheduler, two workers) and its PostgreSQL, with a Prometheus that asks
 * the API process, a mail server, and an operator who is signed in.
 */
import { type MailCounter, startMailCounter } from '@notifly/server/testing/channels/mail-counter'
import type { Installation } from '@notifly/server/testing/installation'
import { addContacts, connectMail } from '../../campaign/application.ts'
import { startMachine } from '../role-machines.ts'
import { mountDisk } from './disk.ts'
import { type Postgres, startPostgres } from './postgres.ts'
import type { Ground } from './ground.ts'
import { startSurroundings } from './surroundings.ts'

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
  const { folder, settings, watch } = await startSurroundings(stack)
  const disk = await mountDisk(stack, folder, DISK)
  const postgres = stack.use(await startPostgres())
  const mail = stack.use(await startMailCounter())
  const more = { ...settings, NOTIFLY_DRAIN_SECONDS: '0' }
  const { database } = postgres
  const api = await startMachine(postgres, 'api', stack, { more })
  const scheduler = await startMachine(postgres, 'scheduler', stack, { more })
  const workers = [
    await startMachine(postgres, 'worker', stack, { more: { ...more, NOTIFLY_DATA_DIR: disk } }),
    await startMachine(postgres, 'worker', stack, { more }),
  ] as const
  const { operator, token, call, prometheus } = await watch(api.url)
  const newShop: Site['newShop'] = async ({ contacts = 0, port = mail.port, messagesPerSecond } = {}) => {
    const shop = await operator.newApplication()
    await connectMail(operator, shop.token, { port, ...(messagesPerSecond !== undefined && { messagesPerSecond }) })
    if (contacts > 0) await addContacts(database, shop.applicationId, contacts)
    return shop
  }
  const all = stack.move()
  return {
    machines: [api, scheduler, ...workers],
    ...{ postgres, api, scheduler, workers, disk, mail, prometheus, token, call, newShop },
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  }
}
