import { type Approval, APPROVAL_STATUS } from '@notifly/contracts/approvals/approvals'
import { Pencil, RotateCcw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { correctionPath } from '../../components/approvals/request-address.ts'
import { statusName, statusTone, useRequestWords } from '../../components/approvals/use-request-words.ts'
import { CutText } from '../../components/display/CutText.tsx'
import { useDisplay } from '../../components/display/use-display.ts'
import { useSlug } from '../../components/navigation/use-pages.ts'
import { Avatar } from '../../ui/layout/Avatar.tsx'
import { Badge } from '../../ui/layout/Badge.tsx'
import { ButtonLink } from '../../ui/controls/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { NameCell, TwoLines } from '../../ui/table/NameCell.tsx'
import type { TableColumn } from '../../ui/table/table-types.ts'
import { canAskAgain } from './AskAgain.tsx'

const SOON_SECONDS = 3600
const VERY_SOON_SECONDS = 900

interface ColumnsOptions {
  status: number
  zone: string | undefined
  hrefOf: (id: string) => string
}

/** Subject, maker, when it was made, and the time left to decide or the decision. */
export function useApprovalColumns({ status, zone, hrefOf }: ColumnsOptions): TableColumn<Approval>[] {
  const { t } = useTranslation('approvals')
  const { askWords, moduleWords } = useRequestWords()
  const { shortDate } = useDisplay(zone)
  const isPending = status === APPROVAL_STATUS.pending
  const decided: TableColumn<Approval> = {
    id: 'decided',
    header: t('columns.decided'),
    skeleton: 'two-lines',
    cell: request => (
      <TwoLines sub={<Decider request={request} />}>
        <span className="tnum">{request.decided_on === null ? '–' : shortDate(request.decided_on)}</span>
      </TwoLines>
    ),
  }
  const due: TableColumn<Approval> = {
    id: 'due',
    header: t('columns.due'),
    cell: request => <TimeLeft request={request} />,
  }
  return [
    {
      id: 'title',
      header: t('columns.request'),
      skeleton: 'two-lines',
      cell: request => (
        <NameCell
          name={request.title || moduleWords(request.activity_id, request.module)}
          href={hrefOf(request.uuid)}
          sub={<span className="inline-block first-letter:uppercase">{askWords(request)}</span>}
        />
      ),
    },
    { id: 'module', header: t('columns.module'), cell: request => moduleWords(request.activity_id, request.module) },
    { id: 'maker', header: t('columns.maker'), skeleton: 'name', cell: request => <Person person={request.maker} /> },
    {
      id: 'created',
      header: t('columns.requested'),
      card: 'hidden',
      cell: request => <span className="tnum">{shortDate(request.created_on)}</span>,
    },
    isPending ? due : decided,
    {
      id: 'status',
      header: t('columns.status'),
      skeleton: 'badge',
      card: 'badge',
      cell: request => <Badge type={statusTone(request.status)}>{t(`status.${statusName(request.status)}`)}</Badge>,
    },
    {
      id: 'decision',
      header: t('columns.decision'),
      align: 'end',
      card: 'line',
      cell: request => <Decision request={request} href={hrefOf(request.uuid)} />,
    },
  ]
}

function Person({ person }: { person: Approval['maker'] }) {
  const { t } = useTranslation('approvals')
  if (person === null) return <span className="text-muted">{t('deletedUser')}</span>
  return (
    <span className="flex items-center gap-2">
      <Avatar id={person.uuid} name={person.name} />
      <CutText>{person.name}</CutText>
    </span>
  )
}

function Decider({ request }: { request: Approval }) {
  const { t } = useTranslation('approvals')
  if (request.decided_by === 'sla') return <>{t('byDeadline')}</>
  return request.approver === null ? null : <bdi>{request.approver.name}</bdi>
}

/** "3 h 32 min left", in a colour that shows the urgency. */
export function TimeLeft({ request }: { request: Approval }) {
  const { t } = useTranslation('approvals')
  const { secondsLeft, timeLeft } = useRequestWords()
  const left = secondsLeft(request.due_on)
  const text = timeLeft(request.due_on) ?? t('deciding')
  return (
    <span
      className={cx('tnum', left < VERY_SOON_SECONDS ? 'text-danger-ink' : left < SOON_SECONDS && 'text-warning-ink')}
    >
      {request.group === 2 ? t('inGroup2', { left: text }) : text}
    </span>
  )
}

function Decision({ request, href }: { request: Approval; href: string }) {
  const slug = useSlug()
  const { t } = useTranslation('approvals')
  const correction = request.can_reopen && request.reopened_by === null ? correctionPath(slug, request) : undefined
  if (request.can_decide) {
    return (
      <span className="flex justify-end gap-2">
        <ButtonLink size="sm" href={`${href}:reject`}>
          {t('reject.verb')}
        </ButtonLink>
        <ButtonLink size="sm" href={`${href}:approve`}>
          {t('approve.verb')}
        </ButtonLink>
      </span>
    )
  }
  if (correction !== undefined) {
    return (
      <ButtonLink size="sm" icon={Pencil} href={correction}>
        {t('reopen.edit')}
      </ButtonLink>
    )
  }
  if (canAskAgain(request)) {
    return (
      <ButtonLink size="sm" icon={RotateCcw} href={href}>
        {t('reopen.again')}
      </ButtonLink>
    )
  }
  if (request.can_withdraw) return <span className="text-12 text-muted">{t('ownRequest')}</span>
  if (request.reopened_by !== null) return <span className="text-12 text-muted">{t('answered')}</span>
  return null
}
