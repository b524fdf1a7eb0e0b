import { readSegments } from '@notifly/contracts/audience'
import type { Schedule } from '@notifly/contracts/campaigns'
import { listTemplates } from '@notifly/contracts/templates'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead, useReadPage } from '../../api/queries.ts'
import { timeOfDay } from '../display/dates.ts'
import { useDisplay } from '../display/use-display.ts'
import { useZone } from '../session/use-zone.ts'
import type { CampaignWords } from './request-values.ts'

const NAMES_MAX = 100

/** Names for the ids that a campaign holds; an id that has no name any more shows its last digits. */
export function useCampaignWords(enabled: boolean): CampaignWords {
  const { t, i18n } = useTranslation('approvals')
  const ownZone = useZone()
  const { longDay } = useDisplay('UTC')
  const segments = useRead(readSegments, { query: { page: 1, per_page: NAMES_MAX } }, { enabled })
  const templates = useReadPage(listTemplates, { query: { page: 1, per_page: NAMES_MAX } }, { enabled })
  return useMemo(() => {
    const lists = segments.data === undefined || !Array.isArray(segments.data) ? [] : segments.data
    const nameIn = (rows: readonly { uuid: string; name: string }[] | undefined) => (uuid: string) =>
      rows?.find(row => row.uuid === uuid)?.name ?? `…${uuid.slice(-8)}`
    const templateName = nameIn(templates.data?.rows)
    return {
      everybody: t('everybody'),
      segment: nameIn(lists),
      template: (uuid: string, held?: { name: string; version: number }) =>
        held === undefined ? templateName(uuid) : t('templateVersion', { name: held.name, version: held.version }),
      schedule: (schedule: Schedule) => {
        const { message_type, campaign_start_date: start } = schedule
        const zone = start.timezone ?? ownZone ?? 'UTC'
        const date = message_type.type === 1 ? message_type.date : undefined
        const day = date ? longDay(noonUtc(date, zone)) : undefined
        if (start.type === 1) return day === undefined ? t('schedule.now') : t('schedule.day', { day, zone })
        const seconds = start.local_time ?? start.time ?? null
        if (seconds === null) return t('schedule.none')
        const time = timeOfDay(seconds, { locale: i18n.language, zone: 'UTC' })
        const clock = start.local_time === undefined || start.local_time === null ? 'UTC' : zone
        return t(day === undefined ? 'schedule.next' : 'schedule.at', { day, time, zone: clock.replaceAll('_', ' ') })
      },
    }
  }, [t, i18n, ownZone, longDay, segments.data, templates.data])
}

/** The day of a moment on a clock, as noon of that day in UTC. */
function noonUtc(seconds: number, timeZone: string): number {
  // The Swedish form is the ISO form.
  const day = new Intl.DateTimeFormat('sv-SE', { timeZone }).format(seconds * 1000)
  return Date.parse(`${day}T12:00:00Z`) / 1000
}
