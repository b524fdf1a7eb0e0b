/** The SMTP client as the engine sees it. */
import type { HandOverEnd, HandOverHooks, MessageSource, Sender } from '../../provider.ts'
import type { EmailMessage } from '../message.ts'
import { handOver } from './hand-over.ts'
import { SmtpPool } from './pool.ts'
import type { SmtpSettings } from './settings.ts'

/** Opens nothing yet: connections come with the first batch. */
export function openSmtpSender(settings: SmtpSettings): Sender<EmailMessage> {
  const pool = new SmtpPool(settings)
  const memory = { proven: false }
  const running = new Set<Promise<HandOverEnd>>()

  async function send<M extends EmailMessage>(
    messages: MessageSource<M>,
    hooks: HandOverHooks<M>,
  ): Promise<HandOverEnd> {
    if (pool.isClosed) throw new Error('this sender is closed')
    const work = handOver(messages, hooks, { pool, connections: settings.maxConnections, memory })
    running.add(work)
    try {
      return await work
    } finally {
      running.delete(work)
    }
  }

  return {
    handOver: send,
    resize: maxConnections => pool.resize(maxConnections),
    close: async () => {
      await Promise.allSettled(running)
      pool.close()
    },
  }
}
