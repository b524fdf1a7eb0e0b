import { useTranslation } from 'react-i18next'
import { paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/controls/Button.tsx'
import { useSlug } from '../navigation/use-pages.ts'
import { useCanManageBilling } from './use-can-manage-billing.ts'

/** Whether this is a reason of the kind "the plan is used up". */
export function isPlanExhausted({ key }: { key?: string | undefined }): boolean {
  return key?.startsWith('usage.') === true
}

/** Beside such a reason: a link to larger plans, for readers who may buy one. */
export function UpgradeLink() {
  const { t } = useTranslation('usage')
  const slug = useSlug()
  if (!useCanManageBilling()) return null
  return (
    <ButtonLink size="sm" href={paths.plans(slug)}>
      {t('upgrade')}
    </ButtonLink>
  )
}
