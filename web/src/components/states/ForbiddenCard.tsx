import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { StateCard } from '../../ui/StateCard.tsx'

/** In the place of a page's content, for a role that does not include it; `children` say why in more words. */
export function ForbiddenCard({ title, children }: { title: string; children?: ReactNode }) {
  const { t } = useTranslation()
  return (
    <StateCard
      kind="forbidden"
      framed
      title={title}
      actions={<ButtonLink href={paths.applications()}>{t('toApplications')}</ButtonLink>}
    >
      {children} {t('forbidden.whoHelps')}
    </StateCard>
  )
}
