import type { UnsafeSetting } from '@notifly/contracts/operator/operator'
import { useTranslation } from 'react-i18next'
import { Alert } from '../../ui/feedback/Alert.tsx'

/** What was accepted when the product started and yet should be changed. */
export function UnsafeSettings({ settings }: { settings: readonly UnsafeSetting[] }) {
  const { t } = useTranslation('operator')
  return settings.map(({ setting, risk }) => (
    <Alert key={risk} tone="warning" title={t('unsafe.title', { setting })}>
      {t(`unsafe.${risk}`)}
    </Alert>
  ))
}
