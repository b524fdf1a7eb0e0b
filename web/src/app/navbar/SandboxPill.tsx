import { readInstallation } from '@notifly/contracts/operator/installation'
import { FlaskConical } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../api/queries.ts'
import { Alert } from '../../ui/feedback/Alert.tsx'
import { Icon } from '../../ui/layout/Icon.tsx'

/** Links to the sandbox's inbox while the sandbox replaces the providers. */
export function SandboxPill() {
  const { t } = useTranslation()
  const { data } = useRead(readInstallation, {})
  if (!data?.sandbox_url) return null
  return (
    <a
      href={data.sandbox_url}
      target="_blank"
      rel="noreferrer"
      className="me-2 inline-flex h-6 items-center gap-1.5 rounded-full border border-dashed border-line-strong px-2 text-12 font-medium text-ink-2 hover:bg-hover max-sm:hidden"
    >
      <Icon of={FlaskConical} size={12} />
      {t('sandbox.name')}
    </a>
  )
}

/**
 * With a public address, an operator turned the sandbox on by hand, so it must be obvious that nothing is really sent.
 */
export function SandboxWarning() {
  const { t } = useTranslation()
  const { data } = useRead(readInstallation, {})
  if (!data?.sandbox_warning) return null
  return (
    <Alert tone="danger" className="rounded-none! border-x-0! border-t-0!">
      {t('sandbox.warning')}
    </Alert>
  )
}
