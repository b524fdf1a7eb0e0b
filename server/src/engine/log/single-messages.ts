/** Messages of no campaign in the log: each with its provider's answer. */
import type { LogKind } from '@notifly/contracts/logs/logs'
import type { Settled } from '../../channels/provider.ts'
import { type LogDeps, writeLog } from './log-writer.ts'
import { outgoingNote } from './outgoing.ts'

interface SingleMessages<M> {
  applicationId: string
  channel: string
  provider: string
  settings: unknown
  settled: readonly Settled<M>[]
  receiverOf(message: M): string
}

/** Never throws: a message was sent, whatever becomes of its entry. */
export function logMessages<M>(
  deps: LogDeps,
  kind: LogKind,
  { applicationId, settled, receiverOf, ...by }: SingleMessages<M>,
): void {
  for (const each of settled) {
    try {
      const note = outgoingNote({ ...by, settled: each })
      if (note !== null) writeLog(deps, { ...note, applicationId, kind, receiver: receiverOf(each.message) })
    } catch (error) {
      deps.log.warn({ err: error }, 'a message could not be written into the log')
    }
  }
}
