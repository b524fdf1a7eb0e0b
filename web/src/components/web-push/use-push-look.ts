import { ACTIVITY } from '@notifly/contracts/roles/activities'
import { type Channel, readApplication } from '@notifly/contracts/applications/applications'
import { readSite } from '@notifly/contracts/web-push/web-push'
import { useMemo } from 'react'
import { useRead } from '../../api/queries.ts'
import type { Sample } from '../fields/use-sample.ts'
import { useCan } from '../session/use-session.ts'
import { lookOf, type PushLook, type PushWords } from './push-look.ts'
import { useSlug } from '../navigation/use-pages.ts'

/** The notification as one person would get it, sent by the application's own site or app. */
export function usePushLook({ channel, words }: { channel: Channel; words: PushWords }, { fields }: Sample): PushLook {
  const slug = useSlug()
  const isApp = channel === 'mobilepush'
  const maySee = useCan(ACTIVITY.platformWebpush, 'read')
  const site = useRead(readSite, {}, { enabled: maySee && !isApp })
  const application = useRead(readApplication, { params: { uuid: slug } }, { enabled: isApp })
  const address = site.data?.site_url ?? ''
  const from = isApp ? (application.data?.name ?? '') : URL.canParse(address) ? new URL(address).host : ''
  const icon = isApp ? '' : site.data?.icon_url || site.data?.uploadIcon || ''
  return useMemo(() => lookOf(words, fields, { from, icon }), [words, fields, from, icon])
}
