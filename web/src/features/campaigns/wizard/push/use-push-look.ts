import { ACTIVITY } from '@notifly/contracts/activities'
import { readApplication } from '@notifly/contracts/applications'
import { readSite } from '@notifly/contracts/web-push'
import { useMemo } from 'react'
import { useRead } from '../../../../api/queries.ts'
import { useCan } from '../../../../components/session/use-session.ts'
import type { Sample } from '../use-sample.ts'
import type { Wizard } from '../use-wizard.ts'
import { lookOf, type PushLook } from './push-look.ts'

/** The notification as one person would get it, from the application's own site or app. */
export function usePushLook({ slug, channel, values }: Wizard, { fields }: Sample): PushLook {
  const isApp = channel === 'mobilepush'
  const maySee = useCan(ACTIVITY.platformWebpush, 'read')
  const site = useRead(readSite, {}, { enabled: maySee && !isApp })
  const application = useRead(readApplication, { params: { uuid: slug } }, { enabled: isApp })
  const address = site.data?.site_url ?? ''
  const from = isApp ? (application.data?.name ?? '') : URL.canParse(address) ? new URL(address).host : ''
  const icon = isApp ? '' : site.data?.icon_url || site.data?.uploadIcon || ''
  return useMemo(() => lookOf(values, fields, { from, icon }), [values, fields, from, icon])
}
