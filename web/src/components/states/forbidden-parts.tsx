import { useTranslation } from 'react-i18next'
import { type Right, useMissingRight } from '../rights/use-missing-right.ts'
import { MissingRight } from './MissingRight.tsx'
import { RefusalCard } from './RefusalCard.tsx'

export interface ForbiddenCardProps extends Right {
  /** What is behind it: "You have no access to templates". */
  title?: string
  /** In its own frame; off inside a panel. */
  framed?: boolean
}

/** The working part of ForbiddenCard. */
export function Card({ title, framed = true, ...right }: ForbiddenCardProps) {
  const { t } = useTranslation()
  return <RefusalCard title={title ?? t('forbidden.page')} framed={framed} {...useMissingRight(right)} />
}

/** The working part of ForbiddenWords. */
export function Words(right: Right) {
  return <MissingRight {...useMissingRight(right)} />
}
