/** The application's time zone: days are meant in it, and pages show times in it. */
import { readApplication } from '@notifly/contracts/applications/applications'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../api/queries.ts'

/** The zone of the application that the address names; undefined, meaning the browser's own, until it is known. */
export function useZone(): string | undefined {
  const { slug = '' } = useParams({ strict: false }) as { slug?: string }
  return useRead(readApplication, { params: { uuid: slug } }, { enabled: slug !== '' }).data?.timezone
}

/** "times shown in Asia/Kolkata"; undefined until that is known. */
export function useZoneWords(): string | undefined {
  const { t } = useTranslation()
  const zone = useZone()
  return zone && t('list.zone', { zone: zone.replaceAll('_', ' ') })
}
