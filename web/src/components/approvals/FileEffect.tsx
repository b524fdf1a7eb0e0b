import { type Approval, APPROVAL_STATUS } from '@notifly/contracts/approvals/approvals'
import { useTranslation } from 'react-i18next'
import { Alert } from '../../ui/feedback/Alert.tsx'
import { useDisplay } from '../display/use-display.ts'
import { textIn } from './request-address.ts'

/** How many contacts a file takes in or changes: before somebody approves, that must not be overlooked. */
export function FileEffect({ request: { command, payload, status } }: { request: Approval }) {
  const { t } = useTranslation('approvals')
  const { number } = useDisplay()
  if (status !== APPROVAL_STATUS.pending) return null
  const count = (field: string) => (typeof payload[field] === 'number' ? payload[field] : 0)
  const shown = (field: string) => number(count(field))
  if (command === 'import.insert') {
    const segment = textIn(payload, 'segment_name')
    return (
      <Alert
        tone="warning"
        title={t('file.insert', { count: count('expected_users'), shown: shown('expected_users'), segment })}
      >
        {t('file.insertText', {
          new: shown('new'),
          updated: shown('updated'),
          rows: shown('rows_total'),
          rejected: shown('rejected'),
        })}
      </Alert>
    )
  }
  if (command !== 'contact.bulk-update') return null
  return (
    <Alert tone="warning" title={t('file.update', { count: count('updated'), shown: shown('updated') })}>
      {t('file.updateText', {
        rows: shown('rows_total'),
        unchanged: shown('unchanged'),
        missing: shown('not_found'),
      })}
    </Alert>
  )
}
