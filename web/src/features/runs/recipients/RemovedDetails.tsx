import { Archive } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Section } from '../../../ui/layout/Page.tsx'
import { StateCard } from '../../../ui/feedback/StateCard.tsx'
import type { Moments } from '../over-time/use-moments.ts'

/** In the place of the recipients of a run that is so old that nobody keeps them any more. */
export function RemovedDetails({ removedOn, moments }: { removedOn: number; moments: Moments }) {
  const { t } = useTranslation('delivery')
  return (
    <Section title={t('recipients.title')}>
      <StateCard kind="empty" icon={Archive} framed title={t('recipients.removed')}>
        {t('recipients.removedText', { day: moments.dayAndTime(removedOn) })}
      </StateCard>
    </Section>
  )
}
