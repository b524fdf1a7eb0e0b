import { useTranslation } from 'react-i18next'
import { Alert } from '../../../../ui/feedback/Alert.tsx'
import { useWizard } from '../state/wizard-context.ts'

/** Warns if the campaign ends before its test has a winner. */
export function EndsTooSoon() {
  const { values, estimate } = useWizard()
  const { t } = useTranslation('ab-test')
  const { isOn, after_hours: hours } = values.ab_test
  if (!isOn || estimate.data?.ab_test?.ends_early !== true) return null
  return <Alert tone="warning">{t('endsTooSoon', { count: hours ?? 0 })}</Alert>
}
