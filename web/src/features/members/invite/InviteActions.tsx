import { useTranslation } from 'react-i18next'
import { paths } from '../../../paths.ts'
import { Button, ButtonLink } from '../../../ui/controls/Button.tsx'

export interface InviteActionsProps {
  /** The verb of the form. */
  submit: string
  loading: boolean
  /** Where Cancel leads; the sign-in page unless given. */
  cancel?: string
}

export function InviteActions({ submit, loading, cancel = paths.signIn() }: InviteActionsProps) {
  const { t } = useTranslation()
  return (
    <div className="flex flex-col gap-2">
      <Button type="submit" variant="primary" size="lg" block loading={loading}>
        {submit}
      </Button>
      <ButtonLink href={cancel} size="lg" block>
        {t('ui.cancel')}
      </ButtonLink>
    </div>
  )
}
