import { type ApiKey, deleteApiKey, listApiKeys } from '@notifly/contracts/api-keys/api-keys'
import { useTranslation } from 'react-i18next'
import { useWrite } from '../../api/queries.ts'
import { say } from '../../locales/say.ts'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'

/** Asks before a key is deleted, since programs that use it stop working. */
export function DeleteKeyDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const { t } = useTranslation('keys')
  const remove = useWrite(deleteApiKey, { refreshes: [listApiKeys], failure: 'form', onDone: onClose })
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={t('delete.title', { name: apiKey.name })}
      action={t('delete.action')}
      loading={remove.isPending}
      onConfirm={() => remove.mutate({ query: { client_id: apiKey.client_id } })}
      error={remove.error && say(remove.error)}
    >
      {t('delete.text')}
    </ConfirmDialog>
  )
}
