import { useTranslation } from 'react-i18next'
import { type Right, useMissingRight } from '../rights/use-missing-right.ts'
import type { ForbiddenCardProps } from './ForbiddenCard.tsx'
import { MissingRight } from './MissingRight.tsx'
import { RefusalCard } from './RefusalCard.tsx'

/** The working part of ForbiddenCard. */
export function Card({ title, framed = true, ...right }: ForbiddenCardProps) {
  const { t } = useTranslation()
  return <RefusalCard title={title ?? t('forbidden.page')} framed={framed} {...useMissingRight(right)} />
}

/** The working part of ForbiddenWords. */
export function Words(right: Right) {
  return <MissingRight {...useMissingRight(right)} />
}
