import {
  type AuthenticationCheck,
  type AuthenticationState,
  readSenderAuthentication,
  type SenderAuthentication as Checked,
} from '@notifly/contracts/channel-settings/authentication'
import { AUTHENTICATION_PARTS } from '@notifly/contracts/channel-settings/authentication-parts'
import { CircleAlert, CircleCheck, CircleHelp, CircleX, type LucideIcon, RefreshCw, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { keyOf, queryClient, useRead, useWrite } from '../../api/queries.ts'
import { useTranslateSentence } from '../../locales/use-translate-sentence.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { CopyButton } from '../../ui/controls/CopyButton.tsx'
import { LoadingNote, Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { Badge, type BadgeType } from '../../ui/layout/Badge.tsx'
import { CodeBlock } from '../../ui/layout/CodeBlock.tsx'
import { Icon } from '../../ui/layout/Icon.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { useRelativeTime } from '../display/relative-time.ts'
import { ReadFailure } from '../states/ReadFailure.tsx'

const LOOKS: Record<AuthenticationState, { icon: LucideIcon; ink: string; badge: BadgeType }> = {
  ok: { icon: CircleCheck, ink: 'text-success-ink', badge: 'light-green' },
  warning: { icon: TriangleAlert, ink: 'text-warning-ink', badge: 'mellow' },
  missing: { icon: CircleAlert, ink: 'text-danger-ink', badge: 'danger' },
  wrong: { icon: CircleX, ink: 'text-danger-ink', badge: 'danger' },
  unknown: { icon: CircleHelp, ink: 'text-muted', badge: 'secondary' },
}

/**
 * Whether recipients' servers can verify that emails are from the application: the SPF, DKIM and DMARC records in DNS, and those to add.
 */
export function SenderAuthentication() {
  const { t } = useTranslation('authentication')
  const relativeTime = useRelativeTime()
  const read = useRead(readSenderAuthentication, {})
  const again = useWrite(readSenderAuthentication, {
    success: 'silent',
    onDone: ({ data }) => void queryClient.setQueryData(keyOf(readSenderAuthentication, {}), data),
  })
  const { data } = read
  return (
    <Panel
      bare
      title={t('title')}
      meta={data && <span className="min-w-0 truncate font-mono">{data.domain}</span>}
      actions={
        data && (
          <Button
            size="sm"
            variant="ghost"
            icon={RefreshCw}
            loading={again.isPending}
            onClick={() => again.mutate({ query: { again: 'true' } })}
          >
            {t('again')}
          </Button>
        )
      }
      footer={data && t('checked', { when: relativeTime(data.checked_on) })}
    >
      {read.error && data === undefined ? (
        <ReadFailure framed={false} error={read.error} title={t('failed')} onRetry={() => void read.refetch()} />
      ) : (
        <Rows checked={data} />
      )}
    </Panel>
  )
}

/** `undefined` while DNS is queried. */
function Rows({ checked }: { checked: Checked | null | undefined }) {
  const { t } = useTranslation('authentication')
  if (checked === null) return <p className="p-4 text-ink-2">{t('none')}</p>
  if (checked === undefined) {
    return (
      <div className="flex flex-col gap-4 p-4">
        <LoadingNote />
        {AUTHENTICATION_PARTS.map(part => (
          <Skeleton key={part} height="2.5rem" />
        ))}
      </div>
    )
  }
  return (
    <ul>
      {AUTHENTICATION_PARTS.map(part => (
        <CheckRow key={part} name={t(`parts.${part}`)} check={checked[part]} />
      ))}
    </ul>
  )
}

function CheckRow({ name, check: { state, said, found, record } }: { name: string; check: AuthenticationCheck }) {
  const { t } = useTranslation('authentication')
  const translateSentence = useTranslateSentence()
  const { icon, ink, badge } = LOOKS[state]
  return (
    <li className="flex gap-2.5 border-line p-4 not-last:border-b">
      <Icon of={icon} className={`mt-0.5 ${ink}`} />
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        <h3 className="flex flex-wrap items-center gap-2 font-medium">
          {name} <Badge type={badge}>{t(`state.${state}`)}</Badge>
        </h3>
        <p className="text-ink-2 wrap-anywhere">{translateSentence(said)}</p>
        {found !== null && (
          <div className="flex flex-col gap-1">
            <p className="text-12 text-muted">{t('found')}</p>
            <CodeBlock code={found} label={`${name}: ${t('found')}`} />
          </div>
        )}
        {record !== null && (
          <div className="flex flex-col gap-1.5">
            <p className="text-12 font-medium">{t(found === null ? 'add' : 'replace')}</p>
            <Part label={t('host')} copy={t('copyHost', { name })} text={record.host} />
            <Part label={`${t('value')} (${record.type})`} copy={t('copyValue', { name })} text={record.value} />
          </div>
        )}
      </div>
    </li>
  )
}

function Part({ label, copy, text }: { label: string; copy: string; text: string }) {
  return (
    <div className="flex items-start gap-2">
      <div className="min-w-0 flex-1">
        <p className="text-12 text-muted">{label}</p>
        <CodeBlock code={text} label={label} />
      </div>
      <span className="mt-4.5">
        <CopyButton iconOnly text={text} label={copy} />
      </span>
    </div>
  )
}
