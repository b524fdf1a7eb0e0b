import { useTranslation } from 'react-i18next'
import { toSchedule } from '../../../../components/schedule/schedule-wire.ts'
import { Alert } from '../../../../ui/feedback/Alert.tsx'
import type { Wizard } from '../use-wizard.ts'
import { endsTooSoon } from './ends-too-soon.ts'

/** Says that the last day comes before the winner of a test; nothing where it does not. */
export function EndsTooSoon({ wizard: { values, estimate } }: { wizard: Wizard }) {
  const { t } = useTranslation('ab-test')
  const { ab_test: test, schedule } = values
  if (!endsTooSoon(test, toSchedule(schedule), estimate.data?.last_run ?? null)) return null
  return <Alert tone="warning">{t('endsTooSoon', { count: test.after_hours ?? 0 })}</Alert>
}
