import { ACTIVITY } from '@notifly/contracts/roles/activities'
import {
  deleteWebhook,
  listWebhookEvents,
  listWebhooks,
  rotateWebhookSecret,
  updateWebhook,
  type Webhook,
  WEBHOOK_ROTATION_HOURS,
} from '@notifly/contracts/webhooks/webhooks'
import { Ellipsis, KeyRound, Pause, RotateCcw, Send, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useWrite } from '../../api/queries.ts'
import { announce } from '../../api/signals.ts'
import { ConfirmWrite } from '../../components/form/ConfirmWrite.tsx'
import { useGoTo, useSlug } from '../../components/navigation/use-pages.ts'
import { useCan } from '../../components/session/use-session.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { Menu } from '../../ui/overlays/Menu.tsx'
import { useUi } from '../../ui/UiProvider.tsx'
import { type Again, SendAgainDialog } from './SendAgainDialog.tsx'
import { TestDialog } from './TestDialog.tsx'
import { statusBody } from './webhook-fields.ts'
import { WebhookSecret } from './WebhookSecret.tsx'

type Asked = { act: 'test' | 'rotate' | 'delete' } | { act: 'again'; from: Again } | { act: 'secret'; secret: string }

/** The actions on a webhook, according to the reader's rights. */
export interface WebhookActsOf {
  mayUpdate: boolean
  mayDelete: boolean
  test: () => void
  rotate: () => void
  remove: () => void
  sendAgain: (from?: Again) => void
  /** Resolves once it is so. */
  turn: (status: 'active' | 'paused') => Promise<void>
  isTurning: boolean
  /** The open one. */
  dialog: ReactNode
}

export function useWebhookActs(webhook: Webhook): WebhookActsOf {
  const { t } = useTranslation('webhooks')
  const [asked, setAsked] = useState<Asked>()
  const close = () => setAsked(undefined)
  const write = useWrite(updateWebhook, { refreshes: [listWebhooks, listWebhookEvents] })
  const { uuid, name } = webhook
  return {
    mayUpdate: useCan(ACTIVITY.webhook, 'update'),
    mayDelete: useCan(ACTIVITY.webhook, 'delete'),
    test: () => setAsked({ act: 'test' }),
    rotate: () => setAsked({ act: 'rotate' }),
    remove: () => setAsked({ act: 'delete' }),
    sendAgain: (from = { which: 'failed' }) => setAsked({ act: 'again', from }),
    turn: async status => {
      await write.mutateAsync({ query: { uuid }, body: statusBody(webhook, status) })
      announce({ tone: 'success', message: t(status === 'active' ? 'acts.isOn' : 'acts.isPaused', { name }) })
    },
    isTurning: write.isPending,
    dialog: asked && (
      <ActDialog
        asked={asked}
        webhook={webhook}
        onSecret={secret => setAsked({ act: 'secret', secret })}
        onClose={close}
      />
    ),
  }
}

interface ActDialogProps {
  asked: Asked
  webhook: Webhook
  onSecret: (secret: string) => void
  onClose: () => void
}

function ActDialog({ asked, webhook, onSecret, onClose }: ActDialogProps) {
  const { t } = useTranslation('webhooks')
  const slug = useSlug()
  const goTo = useGoTo()
  const { uuid, name } = webhook
  if (asked.act === 'test') return <TestDialog webhook={webhook} onClose={onClose} />
  if (asked.act === 'again') return <SendAgainDialog webhook={webhook} from={asked.from} onClose={onClose} />
  if (asked.act === 'secret') return <WebhookSecret name={name} secret={asked.secret} onClose={onClose} />
  if (asked.act === 'rotate')
    return (
      <ConfirmWrite
        endpoint={rotateWebhookSecret}
        input={{ body: { uuid } }}
        refreshes={[listWebhooks]}
        onClose={onClose}
        onDone={({ data }) => onSecret(data.secret)}
        title={t('secret.replaceTitle', { name })}
        action={t('secret.replace')}
      >
        {t('secret.replaceText', { count: WEBHOOK_ROTATION_HOURS })}{' '}
        {webhook.old_secret_until !== null && t('secret.twice')}
      </ConfirmWrite>
    )
  return (
    <ConfirmWrite
      endpoint={deleteWebhook}
      input={{ query: { uuid } }}
      refreshes={[]}
      onClose={onClose}
      onDone={() => goTo(paths.webhooks(slug), { saved: true })}
      title={t('delete.title', { name })}
      action={t('delete.action')}
    >
      {t('delete.text')}
    </ConfirmWrite>
  )
}

/** In the heading of its page. */
export function WebhookActs({ webhook: { status, name }, acts }: { webhook: Webhook; acts: WebhookActsOf }) {
  const { t } = useTranslation('webhooks')
  const { words } = useUi()
  const { mayUpdate, mayDelete } = acts
  if (!mayUpdate && !mayDelete) return null
  return (
    <>
      {mayUpdate && (
        <Button icon={Send} onClick={acts.test}>
          {t('acts.test')}
        </Button>
      )}
      {/* What is off has its way back in the note below. */}
      {mayUpdate && status === 'active' && (
        <Button icon={Pause} loading={acts.isTurning} onClick={() => void acts.turn('paused').catch(() => undefined)}>
          {t('acts.pause')}
        </Button>
      )}
      <Menu
        align="end"
        trigger={<IconButton icon={Ellipsis} label={`${words.actions}: ${name}`} tooltip={false} />}
        items={[
          mayUpdate && { label: t('again.open'), icon: RotateCcw, onSelect: () => acts.sendAgain() },
          mayUpdate && { label: t('secret.replace'), icon: KeyRound, onSelect: acts.rotate },
          mayUpdate && mayDelete && { separator: true },
          mayDelete && { label: t('delete.action'), icon: Trash2, danger: true, onSelect: acts.remove },
        ]}
      />
    </>
  )
}
