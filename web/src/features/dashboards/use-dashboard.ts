/** One dashboard's answer, read again while something of it still moves. */
import type { Channel } from '@notifly/contracts/applications/applications'
import { type EmailDashboard, readEmailDashboard } from '@notifly/contracts/dashboards/email'
import type { DayRange } from '@notifly/contracts/dashboards/parts'
import {
  type MobilepushDashboard,
  readMobilepushDashboard,
  readWebpushDashboard,
  type WebpushDashboard,
} from '@notifly/contracts/dashboards/push'
import { readSmsDashboard, type SmsDashboard } from '@notifly/contracts/dashboards/sms'
import { readWhatsappDashboard, type WhatsappDashboard } from '@notifly/contracts/dashboards/whatsapp'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ApiError } from '../../api/api-error.ts'
import { useState } from 'react'
import { useRead } from '../../api/queries.ts'

export type Dashboard = EmailDashboard | SmsDashboard | WhatsappDashboard | WebpushDashboard | MobilepushDashboard

const ENDPOINTS = {
  email: readEmailDashboard,
  sms: readSmsDashboard,
  whatsapp: readWhatsappDashboard,
  webpush: readWebpushDashboard,
  mobilepush: readMobilepushDashboard,
} as const

/** While a run of the channel is sending. */
const LIVE_POLL_MS = 5000
/** While a part of the answer is still being counted, mostly for less than a second: after each answer without it twice as long, up to the limit. */
const COUNTING_POLL_MS = { first: 300, most: 12_000 }

export interface DashboardQuery extends DayRange {
  compare: 'true' | 'false'
  notification: string | undefined
}

export function useDashboard(
  channel: Channel,
  query: DashboardQuery,
  enabled: boolean,
): UseQueryResult<Dashboard, ApiError> {
  // Whatever the channel, the query is the same; what it answers is told apart by the page of the channel.
  const endpoint = ENDPOINTS[channel] as typeof readEmailDashboard
  const first = useRead(endpoint, { query }, { enabled })
  const answers = useAnswersWithout(JSON.stringify(query), first)
  const pollMs = answers > 0 ? countingPollMs(answers) : first.data?.is_sending === true && LIVE_POLL_MS
  return useRead(endpoint, { query }, { enabled, pollMs }) as UseQueryResult<Dashboard, ApiError>
}

/** How many answers in a row lacked a part that is still being counted. */
function useAnswersWithout(of: string, { data, dataUpdatedAt }: UseQueryResult<Dashboard, ApiError>): number {
  const [last, setLast] = useState({ of, answeredOn: 0, count: 0 })
  if (last.of === of && last.answeredOn === dataUpdatedAt) return last.count
  const before = last.of === of ? last.count : 0
  const count = data !== undefined && isCounting(data) ? before + 1 : 0
  setLast({ of, answeredOn: dataUpdatedAt, count })
  return count
}

function countingPollMs(answers: number): number {
  return Math.min(COUNTING_POLL_MS.first * 2 ** (answers - 1), COUNTING_POLL_MS.most)
}

function isCounting(data: Dashboard): boolean {
  return Object.values(data).some(
    part => typeof part === 'object' && part !== null && 'is_loaded' in part && !part.is_loaded,
  )
}
