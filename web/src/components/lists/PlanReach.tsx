import { useTranslation } from 'react-i18next'
import { Alert } from '../../ui/feedback/Alert.tsx'
import { useMoments } from '../display/use-moments.ts'

/** Where the plan shows nothing older: from which day on it does. `reachesTo` in epoch seconds. */
export function PlanReach({ reachesTo }: { reachesTo: number | undefined }) {
  const { t } = useTranslation('usage')
  const { day } = useMoments()
  if (reachesTo === undefined) return null
  return <Alert className="mt-3">{t('reach', { day: day(reachesTo) })}</Alert>
}
