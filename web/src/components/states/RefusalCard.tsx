import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/controls/Button.tsx'
import { StateCard } from '../../ui/feedback/StateCard.tsx'
import { AskForAccess, MissingRight, type MissingRightProps } from './MissingRight.tsx'

export interface RefusalCardProps extends MissingRightProps {
  title: string
  /** A longer explanation. */
  children?: ReactNode
  /** With a frame of its own; off inside a panel. */
  framed?: boolean
}

/** Replaces refused content: the missing right, and who can grant it. */
export function RefusalCard({ title, children, framed = true, ...missing }: RefusalCardProps) {
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
