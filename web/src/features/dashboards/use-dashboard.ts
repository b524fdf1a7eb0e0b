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
/** While a part of the answer is still being counted. */
const COUNTING_POLL_MS = 1500

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
  const pollMs = first.data === undefined ? false : pollOf(first.data)
  return useRead(endpoint, { query }, { enabled, pollMs }) as UseQueryResult<Dashboard, ApiError>
}

function pollOf(data: Dashboard): number | false {
  const isCounted = Object.values(data).every(
    part => typeof part !== 'object' || part === null || !('is_loaded' in part) || part.is_loaded,
  )
  if (!isCounted) return COUNTING_POLL_MS
  return data.is_sending && LIVE_POLL_MS
}
