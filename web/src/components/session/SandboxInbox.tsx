import { readInstallation } from '@notifly/contracts/operator/installation'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../api/queries.ts'
import { Link } from '../../ui/layout/Link.tsx'

/** Where the emails that people wait for arrive while the sandbox is on; nothing otherwise. */
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
