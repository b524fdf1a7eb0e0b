import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { type Right, useMissingRight } from '../rights/use-missing-right.ts'
import { MissingRight } from './MissingRight.tsx'
import { RefusalCard } from './RefusalCard.tsx'

export interface ForbiddenCardProps extends Right {
  /** What is behind it: "You have no access to templates". */
  title?: string
  /** In its own frame; off inside a panel. */
  framed?: boolean
}

/** In the place of a page's content, for a role that does not include it. */
export function ForbiddenCard(props: ForbiddenCardProps) {
  // The words of rights load with the first refusal.
  return (
    <Suspense fallback={<Skeleton height="19rem" />}>
      <Card {...props} />
    </Suspense>
  )
}

function Card({ title, framed = true, ...right }: ForbiddenCardProps) {
  const { t } = useTranslation()
  return <RefusalCard title={title ?? t('forbidden.page')} framed={framed} {...useMissingRight(right)} />
}

/** The same without its frame, for a dialog: which right is missing and who can grant it. */
export function ForbiddenWords(right: Right) {
  return (
    <Suspense fallback={<Skeleton width="16rem" />}>
      <Words {...right} />
    </Suspense>
  )
}

function Words(right: Right) {
  return <MissingRight {...useMissingRight(right)} />
}
