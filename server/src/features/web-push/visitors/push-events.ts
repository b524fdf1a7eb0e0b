/** Events of notifications that browsers and apps report: shown, clicked, dismissed. Written in batches. */
import { createHash } from 'node:crypto'
import type { SdkEvent } from '@notifly/contracts/web-push/visitors'
import type { FastifyRequest } from 'fastify'
import { applyEvents, type DeliveryEvent } from '../../../engine/events/apply-events.ts'
import type { Deps } from '../../../http/deps.ts'
import type { DeliveryRef } from '../../../lib/delivery-token.ts'
import { GroupCommit } from '../../../lib/group-commit.ts'
import { hasClicked } from '../queries.ts'

const LARGEST_BATCH = 500

export interface PushEvents {
  /** Resolves when it is stored. The same event of the same delivery counts once, however often it is told. */
  record(request: FastifyRequest, ref: DeliveryRef, event: SdkEvent, action: string | undefined): Promise<void>
  stop(): Promise<void>
}

export function startPushEvents({ database, clock }: Deps): PushEvents {
  const commit = new GroupCommit<DeliveryEvent>(
    async events => void (await applyEvents(database, events)),
    LARGEST_BATCH,
  )
  return {
    async record(request, ref, event, action) {
      // Browsers close what was clicked, and some call that dismissed. A click that comes to light later leaves both standing.
      if (event === 'dismissed' && (await hasClicked(database.kysely, ref))) return
      const userAgent = request.headers['user-agent']?.slice(0, 300)
      await commit.add({
        ...ref,
        kind: event === 'action' ? 'clicked' : event,
        at: clock.now(),
        source: 'recipient',
        bot: false,
        detail: {
          ...(userAgent !== undefined && { user_agent: userAgent }),
          ...(event === 'action' && { action: action ?? '' }),
        },
        eventId: eventIdOf(ref, event, action),
      })
    },
    stop: () => commit.settle(),
  }
}

/** A UUID of version 8 (RFC 9562), derived from the report. */
export function eventIdOf({ runId, seq }: Pick<DeliveryRef, 'runId' | 'seq'>, event: string, action = ''): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([runId, seq, event, action]))
    .digest()
  hash.writeUInt8((hash.readUInt8(6) & 0x0f) | 0x80, 6)
  hash.writeUInt8((hash.readUInt8(8) & 0x3f) | 0x80, 8)
  return hash.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
