/** What is around the product while alarms are tried: a folder, a mail server, and later an operator and a Prometheus. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { uuidv7 } from '@notifly/server/lib/uuid'
import { startMailbox } from '@notifly/server/testing/channels/mailbox'
import { enter } from '../../harness/product.ts'
import type { Ground } from './ground.ts'
import { startPrometheus } from './prometheus.ts'

interface Surroundings {
  /** For disks and files. */
  folder: string
  /** Of each process of the product. */
  settings: Record<string, string>
  /** Signs an operator in to the product that runs there, and has a Prometheus ask it. */
  watch(url: string): Promise<Watch>
}

interface Watch extends Pick<Ground, 'call' | 'prometheus' | 'token'> {
  operator: Awaited<ReturnType<typeof enter>>
}

/** They go with the stack, after all that is put on it later. */
export async function startSurroundings(stack: AsyncDisposableStack): Promise<Surroundings> {
  const folder = await mkdtemp(join(tmpdir(), 'notifly-alarms-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  const mailbox = await startMailbox()
  stack.defer(() => mailbox.close())
  const metricsToken = uuidv7()
  return {
    folder,
    settings: {
      NOTIFLY_SYSTEM_SMTP_URL: mailbox.smtpUrl,
      NOTIFLY_METRICS_TOKEN: metricsToken,
      NOTIFLY_LOG_LEVEL: 'info',
    },
    watch: async url => {
      const operator = await enter(url, mailbox)
      const files = join(folder, 'prometheus')
      const prometheus = stack.use(await startPrometheus(files, new URL(url).host, metricsToken))
      return { operator, prometheus, token: operator.token, call: operator.call }
    },
  }
}
