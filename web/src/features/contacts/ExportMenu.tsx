import { EXPORT_FORMATS, exportContacts } from '@notifly/contracts/contacts/contacts'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../api/api-error.ts'
import type { Input } from '../../api/client.ts'
import { download } from '../../api/download.ts'
import { announce } from '../../api/signals.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Menu } from '../../ui/overlays/Menu.tsx'

export interface ExportMenuProps {
  /** Whom the file holds: the filter of the list, or chosen contacts. */
  query: Omit<NonNullable<Input<typeof exportContacts>['query']>, 'format'>
  disabled?: boolean
  /** Why these contacts do not become a file. */
  reason?: string | false
}

/** Takes contacts with all their fields along, as a file. */
export function ExportMenu({ query, disabled = false, reason = false }: ExportMenuProps) {
  const { t } = useTranslation('contacts')
  const [isBusy, setBusy] = useState(false)
  const take = async (format: (typeof EXPORT_FORMATS)[number]) => {
    setBusy(true)
    try {
      await download(exportContacts, { query: { ...query, format } }, `contacts.${format}`)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.status !== 401 && error.status !== 403) announce({ tone: 'danger', message: error })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Menu
      align="end"
      trigger={
        <Button size="sm" icon={Download} loading={isBusy} disabled={disabled}>
          <span className="max-sm:sr-only">{t('export.open')}</span>
        </Button>
      }
      items={[
        reason !== false && { heading: reason },
        ...EXPORT_FORMATS.map(format => ({
          label: t(`export.${format}`),
          disabled: reason !== false,
          onSelect: () => void take(format),
        })),
      ]}
    />
  )
}
