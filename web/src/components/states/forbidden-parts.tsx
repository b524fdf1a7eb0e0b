import { useTranslation } from 'react-i18next'
import { type Right, useMissingRight } from '../rights/use-missing-right.ts'
import { MissingRight } from './MissingRight.tsx'
import { RefusalCard } from './RefusalCard.tsx'

export interface ForbiddenCardProps extends Right {
  /** What can't be opened, such as "You have no access to templates". */
  title?: string
  /** With a frame of its own; off inside a panel. */
  framed?: boolean
}

/** Rendered by ForbiddenCard. */
export function Card({ title, framed = true, ...right }: ForbiddenCardProps) {
  const { t } = useTranslation()
  return <RefusalCard title={title ?? t('forbidden.page')} framed={framed} {...useMissingRight(right)} />
}

/** Rendered by ForbiddenWords. */
export function Words(right: Right) {
  return <MissingRight {...useMissingRight(right)} />
}
