import { FileQuestionMark } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/controls/Button.tsx'
import { StateCard } from '../../ui/feedback/StateCard.tsx'

/** There is no page at this address, or its object was deleted. */
export function NotFoundCard({ framed = false }: { framed?: boolean }) {
  const { t } = useTranslation()
  return (
    <StateCard
      kind="empty"
      icon={FileQuestionMark}
      framed={framed}
      heading={framed ? 'h2' : 'h1'}
      title={t('notFound.title')}
      actions={
        <ButtonLink variant="primary" href={paths.applications()}>
          {t('toApplications')}
        </ButtonLink>
      }
    >
      {t('notFound.text')}
    </StateCard>
  )
}
