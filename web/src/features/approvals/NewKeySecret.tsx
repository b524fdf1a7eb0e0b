import { listApiKeys } from '@notifly/contracts/api-keys/api-keys'
import { type Approval, APPROVAL_STATUS } from '@notifly/contracts/approvals/approvals'
import { ACTIVITY } from '@notifly/contracts/roles/activities'
import { Eye, RotateCw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../api/queries.ts'
import { useKeySecret } from '../../components/api-keys/use-key-secret.tsx'
import { can, useSession } from '../../components/session/use-session.ts'
import { Button } from '../../ui/controls/Button.tsx'

/** Shown to the maker of an approved key, as long as the key exists. */
export function NewKeySecret({ request }: { request: Approval }) {
  const { t } = useTranslation('keys')
  const user = useSession()
  const mayShow = can(user, ACTIVITY.keys, 'create')
  const isOwn = request.maker !== null && request.maker.uuid === user?.uuid
  const isKey = request.command === 'key.create' && request.status === APPROVAL_STATUS.approved
  const keys = useRead(
    listApiKeys,
    { query: { search: request.title, page: 1, per_page: 100 } },
    { enabled: isOwn && isKey && mayShow },
  )
  const secret = useKeySecret()
  const key = keys.data?.find(each => each.name === request.title)
  if (keys.error && !keys.data) {
    return (
      <Button icon={RotateCw} onClick={() => void keys.refetch()}>
        {t('secret.failed')}
      </Button>
    )
  }
  if (key === undefined) return null
  return (
    <>
      <Button variant="primary" icon={Eye} loading={secret.isLoading} onClick={() => secret.show(key)}>
        {t('secret.show')}
      </Button>
      {secret.dialog}
    </>
  )
}
