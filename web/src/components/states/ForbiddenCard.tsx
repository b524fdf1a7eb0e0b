import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { StateCard } from '../../ui/StateCard.tsx'
import { AskForAccess, MissingRight, type MissingRightProps } from './MissingRight.tsx'

export interface ForbiddenCardProps extends MissingRightProps {
  title: string
  /** Why, in more words. */
  children?: ReactNode
  /** In its own frame; off inside a panel. */
  framed?: boolean
}

/** In the place of a page's content, for a role that does not include it: the missing right, and who can grant it. */
export function ForbiddenCard({ title, children, framed = true, ...missing }: ForbiddenCardProps) {
  const { t } = useTranslation()
  return (
    <StateCard
      kind="forbidden"
      framed={framed}
      title={title}
      actions={
        <>
          <AskForAccess {...missing} />
          <ButtonLink
            variant={missing.helpers?.some(helper => helper.email !== undefined) ? 'ghost' : 'plain'}
            href={paths.applications()}
          >
            {t('toApplications')}
          </ButtonLink>
        </>
      }
    >
      {children && <p>{children}</p>}
      <MissingRight {...missing} />
    </StateCard>
  )
}
