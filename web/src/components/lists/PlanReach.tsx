import { useTranslation } from 'react-i18next'
import { Alert } from '../../ui/feedback/Alert.tsx'
import { useMoments } from '../display/use-moments.ts'

/** Says from which day on the plan shows data, if it hides older data. `reachesTo` is in epoch seconds. */
export function PlanReach({ reachesTo }: { reachesTo: number | undefined }) {
  const { t } = useTranslation('usage')
  const { day } = useMoments()
  if (reachesTo === undefined) return null
  return <Alert className="mt-3">{t('reach', { day: day(reachesTo) })}</Alert>
}
