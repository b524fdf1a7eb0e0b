import { readInstallation } from '@notifly/contracts/operator/installation'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../api/queries.ts'
import { Link } from '../../ui/layout/Link.tsx'

/** A link to the sandbox's inbox, where emails arrive while the sandbox is on. Renders nothing otherwise. */
export function SandboxInbox() {
  const { t } = useTranslation()
  const { data } = useRead(readInstallation, {})
  if (!data?.sandbox_url) return null
  return (
    <Link href={data.sandbox_url} target="_blank" rel="noreferrer">
      {t('sandbox.inbox')}
    </Link>
  )
}
