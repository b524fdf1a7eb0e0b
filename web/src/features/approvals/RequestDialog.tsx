import {
  type Approval,
  countPending,
  decideApproval,
  downloadRequestFile,
  listApprovals,
} from '@notifly/contracts/approvals/approvals'
import { readNotices } from '@notifly/contracts/approvals/notices'
import { listAllCampaigns } from '@notifly/contracts/campaigns/all-campaigns'
import { Clock, Pencil, Undo2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/client.ts'
import { useWrite } from '../../api/queries.ts'
import { WithdrawDialog } from '../../components/approvals/PendingBanner.tsx'
import { correctionPath } from '../../components/approvals/request-address.ts'
import { RequestChange } from '../../components/approvals/RequestChange.tsx'
import { decisionWords, statusName, statusTone, useRequestWords } from '../../components/approvals/use-request-words.ts'
import { useRequest } from '../../components/approvals/use-request.ts'
import { useCampaignRights } from '../../components/campaigns/use-campaign-rights.ts'
import { useUndoLaunch } from '../../components/campaigns/use-undo-launch.ts'
import { useDisplay } from '../../components/display/use-display.ts'
import { DownloadButton } from '../../components/files/DownloadButton.tsx'
import { FormFailure } from '../../components/form/FormFailure.tsx'
import { useSlug } from '../../components/navigation/use-pages.ts'
import { useZone } from '../../components/session/use-zone.ts'
import { NotFoundCard } from '../../components/states/NotFoundCard.tsx'
import { ReadFailure } from '../../components/states/ReadFailure.tsx'
import { Button, ButtonLink } from '../../ui/controls/Button.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import { Textarea } from '../../ui/controls/Textarea.tsx'
import { LoadingNote, Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { Avatar } from '../../ui/layout/Avatar.tsx'
import { Badge } from '../../ui/layout/Badge.tsx'
import { Icon } from '../../ui/layout/Icon.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { TimeLeft } from './approval-columns.tsx'
import { AskAgain, canAskAgain } from './AskAgain.tsx'
import { NewKeySecret } from './NewKeySecret.tsx'

const REASON_MAX = 1000

type Mode = 'look' | 'approve' | 'reject'

export interface RequestDialogProps {
  /** The open request, with `:approve` or `:reject` behind it where a button asked for that. */
  uuid: string | null
  onClose: () => void
}

/** A request: its changes, and its decision. */
export function RequestDialog({ uuid: open, onClose }: RequestDialogProps) {
  const [uuid, wanted] = (open ?? '').split(':')
  const { request, error, isPending, refetch } = useRequest(uuid || undefined)
  const { t } = useTranslation('approvals')
  if (open === null) return null
  if (request !== undefined) {
    const mode = request.can_decide && (wanted === 'approve' || wanted === 'reject') ? wanted : 'look'
    return <Open key={`${request.uuid} ${mode}`} request={request} first={mode} onClose={onClose} />
  }
  return (
    <Dialog onOpenChange={onClose} size="xl" title={t('request')} closeOnScrim>
      {error && <ReadFailure error={error} framed={false} title={t('requestFailed')} onRetry={() => void refetch()} />}
      {!error && !isPending && <NotFoundCard />}
      {!error && isPending && (
        <div className="flex flex-col gap-4">
          <LoadingNote />
          <Skeleton height="2.5rem" />
          <Skeleton height="10rem" />
        </div>
      )}
    </Dialog>
  )
}

function Open({ request, first, onClose }: { request: Approval; first: Mode; onClose: () => void }) {
  const { t } = useTranslation('approvals')
  const { moduleWords } = useRequestWords()
  const offerUndo = useApprovedLaunch()
  const [mode, setMode] = useState<Mode>(first)
  const [description, setDescription] = useState('')
  const [missing, setMissing] = useState(false)
  const [withdrawing, setWithdrawing] = useState(false)
  const decide = useWrite(decideApproval, {
    refreshes: [listApprovals, countPending, readNotices],
    failure: 'form',
    onDone: () => {
      onClose()
      // Where the offer fails, the campaign's page makes it.
      if (mode === 'approve') void offerUndo(request).catch(() => undefined)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (mode === 'look' || decide.isPending) return
    if (mode === 'reject' && description.trim() === '') return setMissing(true)
    decide.mutate({
      params: { uuid: request.uuid },
      body: { decision: mode, description: description.trim() || undefined } as never,
    })
  }
  const deciding = mode !== 'look'
  return (
    <>
      <Dialog
        open={!withdrawing}
        onOpenChange={onClose}
        size="xl"
        title={t(deciding ? `${mode}.title` : 'request')}
        description={[moduleWords(request.activity_id, request.module), request.title].filter(Boolean).join(' · ')}
        closeOnScrim={!deciding}
        {...(deciding && { onSubmit: submit })}
        footerStart={
          request.file_name !== null && (
            <DownloadButton
              variant="ghost"
              endpoint={downloadRequestFile}
              input={{ query: { uuid: request.uuid } }}
              name={request.file_name}
            >
              {t('download')}
            </DownloadButton>
          )
        }
        footer={
          deciding ? (
            <>
              <Button onClick={first === 'look' ? () => setMode('look') : onClose}>{t('cancel')}</Button>
              <Button type="submit" variant={mode === 'reject' ? 'danger' : 'primary'} loading={decide.isPending}>
                {t(`${mode}.submit`)}
              </Button>
            </>
          ) : (
            <LookActions request={request} onMode={setMode} onWithdraw={() => setWithdrawing(true)} onDone={onClose} />
          )
        }
      >
        <div className="flex flex-col gap-4">
          <Asked request={request} />
          <FormFailure error={decide.error ?? undefined} />
          <Outcome request={request} />
          <RequestChange request={request} />
          {deciding && (
            <Field
              label={t('description')}
              optional={
                mode === 'approve' ? t('descriptionOptional', { name: request.maker?.name ?? t('somebody') }) : false
              }
              help={mode === 'reject' ? t('descriptionHelp') : undefined}
              error={missing && description.trim() === '' ? t('descriptionMissing') : undefined}
            >
              <Textarea
                value={description}
                maxLength={REASON_MAX}
                autoFocus
                onChange={event => setDescription(event.target.value)}
              />
            </Field>
          )}
        </div>
      </Dialog>
      <WithdrawDialog
        uuid={request.uuid}
        title={request.title}
        open={withdrawing}
        onOpenChange={next => {
          setWithdrawing(next)
          if (!next) onClose()
        }}
      />
    </>
  )
}

interface LookActionsProps {
  request: Approval
  onMode: (mode: Mode) => void
  onWithdraw: () => void
  onDone: () => void
}

/** The actions of the reader: decide, withdraw, correct. */
function LookActions({ request, onMode, onWithdraw, onDone }: LookActionsProps) {
  const slug = useSlug()
  const { t } = useTranslation('approvals')
  const correction = request.can_reopen && request.reopened_by === null ? correctionPath(slug, request) : undefined
  return (
    <>
      {request.can_withdraw && (
        <Button icon={Undo2} onClick={onWithdraw}>
          {t('withdraw.action')}
        </Button>
      )}
      {correction !== undefined && (
        <ButtonLink variant="primary" icon={Pencil} href={correction}>
          {t('reopen.edit')}
        </ButtonLink>
      )}
      <NewKeySecret request={request} />
      {canAskAgain(request) && <AskAgain request={request} onDone={onDone} />}
      {request.can_decide && (
        <>
          <Button onClick={() => onMode('reject')}>{t('reject.verb')}</Button>
          <Button variant="primary" onClick={() => onMode('approve')}>
            {t('approve.verb')}
          </Button>
        </>
      )}
    </>
  )
}

/** The maker and subject of the request, when it was made, and the time left to decide. */
function Asked({ request }: { request: Approval }) {
  const { t } = useTranslation('approvals')
  const { longDate } = useDisplay(useZone())
  const { askWords } = useRequestWords()
  const name = request.maker?.name ?? t('deletedUser')
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Avatar id={request.maker?.uuid ?? ''} name={name} size="lg" />
      <div className="min-w-0 flex-1">
        <p>
          <bdi className="font-semibold">{name}</bdi> <span className="text-ink-2">· {askWords(request)}</span>
        </p>
        <p className="tnum text-12 text-muted">{longDate(request.created_on)}</p>
      </div>
      {request.status === 0 ? (
        <span className="flex items-center gap-1.5">
          <Icon of={Clock} className="text-muted" />
          <TimeLeft request={request} />
        </span>
      ) : (
        <Badge type={statusTone(request.status)}>{t(`status.${statusName(request.status)}`)}</Badge>
      )}
    </div>
  )
}

/** The decision, by whom it was made and why. */
function Outcome({ request }: { request: Approval }) {
  const { t } = useTranslation('approvals')
  const { longDate } = useDisplay(useZone())
  if (request.decided_on === null && request.description === null) return null
  const by = request.decided_by === 'sla' ? t('byDeadline') : request.approver?.name
  return (
    <div className="rounded-2 border border-line bg-surface px-3 py-2">
      {request.decided_on !== null && (
        <p className="tnum text-12 text-muted">{[by, longDate(request.decided_on)].filter(Boolean).join(' · ')}</p>
      )}
      {request.description && (
        <p className="wrap-anywhere whitespace-pre-wrap">
          <bdi>{decisionWords(request)}</bdi>
        </p>
      )}
    </div>
  )
}

/** Approving a launch launches the campaign, which can be undone like a launch of one's own. */
function useApprovedLaunch(): (request: Approval) => Promise<void> {
  const { offer } = useUndoLaunch()
  const rightsOn = useCampaignRights()
  return async ({ command, object_uuid: uuid }) => {
    if (command !== 'campaign.launch' || uuid === null) return
    const [row] = await call(listAllCampaigns, { query: { uuid } }, { quiet: true })
    if (row === undefined || row.undo_until === null || !rightsOn(row.platform).mayCreate) return
    const seconds = Math.ceil(row.undo_until - Date.now() / 1000)
    if (seconds > 0) offer({ uuid, channel: row.platform, name: row.campaignName }, seconds)
  }
}
