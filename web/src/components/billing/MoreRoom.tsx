import { useTranslation } from 'react-i18next'
import { paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/controls/Button.tsx'
import { useSlug } from '../navigation/use-pages.ts'
import { useMayBill } from './use-may-bill.ts'

/** Whether something waits because a plan is used up: why it does is one of the sentences about usage. */
export function waitsForRoom({ key }: { key?: string | undefined }): boolean {
  return key?.startsWith('usage.') === true
}

/** Beside the reason: the way to a larger plan, for those who may buy one. */
export function MoreRoom() {
  const { t } = useTranslation('usage')
  const slug = useSlug()
  if (!useMayBill()) return null
  return (
    <ButtonLink size="sm" href={paths.plans(slug)}>
      {t('upgrade')}
    </ButtonLink>
  )
}
