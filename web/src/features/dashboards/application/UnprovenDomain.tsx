import { readSenderAuthentication, UNPROVEN } from '@notifly/contracts/channel-settings/authentication'
import { AUTHENTICATION_PARTS } from '@notifly/contracts/channel-settings/authentication-parts'
import { ACTIVITY } from '@notifly/contracts/roles/activities'
import { ShieldAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../../api/queries.ts'
import { usePageExists, useSlug } from '../../../components/navigation/use-pages.ts'
import { can, useSession } from '../../../components/session/use-session.ts'
import { paths } from '../../../paths.ts'
import { Icon } from '../../../ui/layout/Icon.tsx'
import { Link } from '../../../ui/layout/Link.tsx'

/**
 * A mark where receivers can't tell that emails are the application's own. The lookup may take a while: it stands in a line that is there
 * already, and moves nothing.
 */
export function UnprovenDomain() {
  const { t } = useTranslation('engagement')
  const session = useSession()
  const slug = useSlug()
  const exists = usePageExists()
  const mayRead = can(session, ACTIVITY.platformEmail, 'read') || can(session, ACTIVITY.deliveryDashboard, 'read')
  const { data } = useRead(readSenderAuthentication, {}, { enabled: mayRead })
  const parts = AUTHENTICATION_PARTS.filter(part => data && UNPROVEN.includes(data[part].state))
  if (!data || parts.length === 0) return null
  const words = t('attention.domain', { domain: data.domain, parts: parts.map(part => part.toUpperCase()).join(', ') })
  const mark = (
    <>
      <Icon of={ShieldAlert} className="text-danger-ink" />
      <span className="sr-only">{words}</span>
    </>
  )
  const door = paths.deliveryDashboard(slug, 'email')
  return (
    <span data-tip={words} className="inline-flex">
      {exists(door) ? <Link href={door}>{mark}</Link> : mark}
    </span>
  )
}
