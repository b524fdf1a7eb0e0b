import { ACTIVITY } from '@notifly/contracts/roles/activities'
import { revealIdentityKey } from '@notifly/contracts/web-push/web-push'
import { Eye } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useWrite } from '../../api/queries.ts'
import { announce } from '../../api/signals.ts'
import { useCan } from '../../components/session/use-session.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { CodeBlock } from '../../ui/layout/CodeBlock.tsx'
import { CopyButton } from '../../ui/controls/CopyButton.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'

const CONFIRM_IDENTITY = 1006

const IN_THE_PAGE = `window.notifly = window.notifly || []
notifly.push(['identify', { externalUserId: 'crm-12', proof: '…' }])`
const ON_THE_SERVER = `import { createHmac } from 'node:crypto'

const proof = createHmac('sha256', process.env.NOTIFLY_IDENTITY_KEY).update('crm-12').digest('hex')`

/** How the site says who is signed in, and the key that it proves this with, for those who may change the settings. */
export function IdentityStep() {
  const { t } = useTranslation('prompts')
  const mayWrite = useCan(ACTIVITY.platformWebpush, 'update')
  const [key, setKey] = useState<string>()
  const reveal = useWrite(revealIdentityKey, { failure: 'form' })
  const show = () =>
    reveal.mutate(
      {},
      {
        onSuccess: ({ data }) => setKey(data.identity_key),
        // Turning away from the question who it is, where it is asked, is no failure.
        onError: error => {
          if (error.code !== CONFIRM_IDENTITY && error.status !== 403) announce({ tone: 'danger', message: error })
        },
      },
    )
  return (
    <li className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-medium">{t('identity.title')}</h3>
        {mayWrite && (
          <Button size="sm" icon={Eye} loading={reveal.isPending} onClick={show}>
            {t('identity.show')}
          </Button>
        )}
      </div>
      <p className="text-ink-2">{t('identity.page')}</p>
      <CodeBlock code={IN_THE_PAGE} copy />
      <p className="text-ink-2">{t('identity.server')}</p>
      <CodeBlock code={ON_THE_SERVER} copy />
      {key !== undefined && <KeyDialog identityKey={key} onClose={() => setKey(undefined)} />}
    </li>
  )
}

/** The key is forgotten when the dialog closes. */
function KeyDialog({ identityKey, onClose }: { identityKey: string; onClose: () => void }) {
  const { t } = useTranslation(['prompts', 'common'])
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('identity.key')}
      footer={
        <>
          <CopyButton text={identityKey} label={t('identity.copy')} size="md" />
          <Button variant="primary" onClick={onClose}>
            {t('common:ui.close')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-1.5">
        <CodeBlock code={identityKey} />
        <p className="text-12 text-muted">{t('identity.keep')}</p>
      </div>
    </Dialog>
  )
}
