import { useTranslation } from 'react-i18next'
import { paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { StateCard } from '../../ui/StateCard.tsx'

/** In the place of templates, for a role that does not include them. */
export function ForbiddenTemplates() {
  const { t } = useTranslation(['templates', 'common'])
  return (
    <StateCard
      kind="forbidden"
      framed
      title={t('forbidden.title')}
      actions={<ButtonLink href={paths.applications()}>{t('common:toApplications')}</ButtonLink>}
    >
      {t('forbidden.text')} {t('common:forbidden.whoHelps')}
    </StateCard>
  )
}
