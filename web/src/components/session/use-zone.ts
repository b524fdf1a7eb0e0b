/** The application's time zone: days are in it, and pages show times in it. */
import { readApplication } from '@notifly/contracts/applications/applications'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../api/queries.ts'

/** The time zone of the application in the address. Undefined, which means the browser's, while it is loading. */
export function useZone(): string | undefined {
  const { slug = '' } = useParams({ strict: false }) as { slug?: string }
  return useRead(readApplication, { params: { uuid: slug } }, { enabled: slug !== '' }).data?.timezone
}

/** "times shown in Asia/Kolkata"; undefined while loading. */
export function useZoneWords(): string | undefined {
  const { t } = useTranslation()
  const zone = useZone()
  return zone && t('list.zone', { zone: zone.replaceAll('_', ' ') })
}
