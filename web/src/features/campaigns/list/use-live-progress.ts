import { countAllCampaigns, listAllCampaigns } from '@notifly/contracts/campaigns/all-campaigns'
import type { Channel } from '@notifly/contracts/applications/applications'
import type { CampaignRow } from '@notifly/contracts/campaigns/campaigns'
import { readRun, type RunProgress, watchRun } from '@notifly/contracts/runs/deliveries'
import { useEffect, useState } from 'react'
import { ApiError } from '../../../api/api-error.ts'
import { call } from '../../../api/client.ts'
import { refresh } from '../../../api/queries.ts'
import { streamEvents } from '../../../api/stream.ts'
import { waitsForWinner } from '../../../components/runs/run-states.ts'
import { sharesOf } from '../../../components/display/shares.ts'

export interface LiveProgress {
  sent: number
  done: number
  recipients: number
  counts: Record<string, number>
  ratePerSecond: number | null
  secondsLeft: number | null
  /** If nothing is due now: when the next messages are due, in seconds. */
  nextDue: number | null
  reportsDelivery: boolean
  /** No further message is sent until its A/B test has a winner. */
  waitsForWinner: boolean
}

/** How often the run is polled if streaming does not work. */
const POLL_MS = 2000

/**
 * The live figures of a run: streamed, or polled if streaming fails. Until the first answer, the figures of the list's
 * row.
 */
export function useLiveProgress(row: CampaignRow, runUuid: string): LiveProgress {
  const { platform: channel } = row
  const [latest, setLatest] = useState<RunProgress>()
  useEffect(() => {
    const stop = new AbortController()
    void follow({ notification_type: channel, uuid: runUuid }, stop.signal, setLatest).then(ended => {
      if (ended && !stop.signal.aborted) void Promise.all([refresh(listAllCampaigns), refresh(countAllCampaigns)])
    })
    return () => stop.abort()
  }, [channel, runUuid])
  return latest ? fromRun(latest) : fromRow(row)
}

interface RunParams {
  notification_type: Channel
  uuid: string
}

/** Resolves to true once the run has ended; false if the run can no longer be followed. */
async function follow(
  params: RunParams,
  signal: AbortSignal,
  onProgress: (run: RunProgress) => void,
): Promise<boolean> {
  try {
    for await (const { data } of streamEvents(watchRun, { params }, signal)) {
      const run = readEvent(data)
      if (run) onProgress(run)
    }
    return true
  } catch (error) {
    if (signal.aborted) return false
    if (error instanceof ApiError && error.status !== 500) return false
  }
  return poll(params, signal, onProgress)
}

async function poll(params: RunParams, signal: AbortSignal, onProgress: (run: RunProgress) => void): Promise<boolean> {
  while (!signal.aborted) {
    try {
      const run = await call(readRun, { params }, { quiet: true, signal })
      onProgress(run)
      if (run.ended_on !== null) return true
    } catch (error) {
      if (!(error instanceof ApiError)) return false
      if (error.status !== 500) return false
    }
    await new Promise(resolve => setTimeout(resolve, POLL_MS))
  }
  return false
}

/** Undefined for other events, such as a comment or the closing one. */
function readEvent(data: string): RunProgress | undefined {
  try {
    const run = JSON.parse(data) as Partial<RunProgress> | null
    return typeof run?.recipients === 'number' ? (run as RunProgress) : undefined
  } catch {
    return undefined
  }
}

function fromRun(run: RunProgress): LiveProgress {
  const { sent, done, recipients, counts } = run
  return {
    sent,
    done,
    recipients,
    counts,
    ratePerSecond: run.rate_per_second,
    secondsLeft: run.seconds_left,
    nextDue: run.next_due_on ?? null,
    reportsDelivery: run.reports_delivery,
    waitsForWinner: waitsForWinner(run.ab_test),
  }
}

function fromRow(row: CampaignRow): LiveProgress {
  const { counts } = row
  const n = (name: string) => counts[name] ?? 0
  const recipients = row.recipients ?? 0
  return {
    sent: row.sent,
    done: Math.round((sharesOf(row).done ?? 0) * recipients),
    recipients,
    counts,
    ratePerSecond: null,
    secondsLeft: null,
    nextDue: null,
    reportsDelivery: n('delivered') > 0,
    waitsForWinner: false,
  }
}
