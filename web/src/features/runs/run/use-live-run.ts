import {
  readRun,
  type RunProgress,
  RunProgress as RunProgressSchema,
  watchRun,
} from '@notifly/contracts/runs/deliveries'
import type { Channel } from '@notifly/contracts/applications/applications'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { keyOf, useRead } from '../../../api/queries.ts'
import { streamEvents } from '../../../api/stream.ts'
import { isOpen } from './run-figures.ts'

const POLL_MS = 3000
/** Opens and clicks keep coming in for days after the last message. */
const QUIET_POLL_MS = 30_000

/** A run that stays up to date: by server-sent events while it is going on, or by polling if those fail. */
export function useLiveRun(channel: Channel, uuid: string) {
  const client = useQueryClient()
  const [isStreaming, setStreaming] = useState(false)
  const params = { notification_type: channel, uuid }
  const first = useRead(readRun, { params })
  const open = first.data !== undefined && isOpen(first.data)
  const run = useRead(readRun, { params }, { pollMs: open ? !isStreaming && POLL_MS : QUIET_POLL_MS })

  useEffect(() => {
    if (!open) return
    const stop = new AbortController()
    const input = { params: { notification_type: channel, uuid } }
    const follow = async () => {
      try {
        for await (const event of streamEvents(watchRun, input, stop.signal)) {
          const progress = readProgress(event.data)
          if (event.name !== 'progress' || progress === undefined) continue
          setStreaming(true)
          client.setQueryData<RunProgress>(keyOf(readRun, input), progress)
        }
      } catch {
        // The stream broke or was refused: polling takes over.
      } finally {
        if (!stop.signal.aborted) setStreaming(false)
      }
    }
    void follow()
    return () => stop.abort()
  }, [client, channel, uuid, open])
  return run
}

function readProgress(text: string): RunProgress | undefined {
  try {
    return RunProgressSchema.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}
