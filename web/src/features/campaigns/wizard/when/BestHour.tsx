import { useTranslation } from 'react-i18next'
import { useDisplay } from '../../../../components/display/use-display.ts'
import { useWizard } from '../state/wizard-context.ts'
import { useTimeName } from './use-time-name.ts'

/** For how many recipients the best hour is known, and when the others get the message. */
export function BestHour() {
  const { estimate } = useWizard()
  const { t } = useTranslation('campaigns')
  const { percent } = useDisplay()
  const timeName = useTimeName()
  const best = estimate.data?.best_hour
  if (best === undefined) return t('when.intelligentHelp')
  const { known, of, application } = best
  const share = percent(of === 0 ? 0 : known / of)
  if (application === null) return known === 0 ? t('when.noHistory') : t('when.bestHourElseNow', { share })
  return t('when.bestHourElse', { share, hour: timeName(`${application}:00`) })
}
