import type { AuditEntry } from '@notifly/contracts/audit/audit'
import { Bot } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ChangeTable } from '../../components/changes/ChangeTable.tsx'
import { useDisplay } from '../../components/display/use-display.ts'
import { Avatar } from '../../ui/layout/Avatar.tsx'
import { CopyButton } from '../../ui/controls/CopyButton.tsx'
import { Drawer } from '../../ui/overlays/Drawer.tsx'
import { Icon } from '../../ui/layout/Icon.tsx'
import { KeyValues } from '../../ui/layout/KeyValues.tsx'
import { useEntryWords } from './use-entry-words.ts'

export interface EntryDrawerProps {
  entry: AuditEntry | undefined
  zone: string | undefined
  onClose: () => void
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
}

/** One entry: what was before and after, who did it, and where the request came from. */
export function EntryDrawer({ entry, zone, onClose, onPrevious, onNext }: EntryDrawerProps) {
  const { actionWords, actorWords, objectWords } = useEntryWords()
  return (
    <Drawer
      open={entry !== undefined}
      onOpenChange={onClose}
      title={entry === undefined ? '' : actionWords(entry.action)}
      subtitle={entry && <bdi>{objectWords(entry.object)}</bdi>}
      mark={entry && <ActorMark actor={entry.actor} name={actorWords(entry.actor)} />}
      onPrevious={onPrevious}
      onNext={onNext}
    >
      {entry && <Content key={entry.uuid} entry={entry} zone={zone} />}
    </Drawer>
  )
}

/** A person by initials; the product itself by its sign. */
export function ActorMark({ actor, name }: { actor: AuditEntry['actor']; name: string }) {
  if (actor.kind === 'account') return <Avatar id={actor.uuid ?? ''} name={name} />
  return (
    <span className="grid size-6 shrink-0 place-items-center rounded-full bg-neutral-soft text-ink-2">
      <Icon of={Bot} size={14} />
    </span>
  )
}

function Content({ entry, zone }: { entry: AuditEntry; zone: string | undefined }) {
  const { t } = useTranslation('audit')
  const { longDate } = useDisplay(zone)
  const { actorWords, kindWords } = useEntryWords()
  const { actor, object, application } = entry
  const items = [
    { id: 'who', label: t('who'), value: <bdi>{actorWords(actor)}</bdi> },
    { id: 'email', label: t('email'), value: actor.email && <bdi>{actor.email}</bdi> },
    { id: 'when', label: t('when'), value: `${longDate(Date.parse(entry.at) / 1000)} (${secondsOf(entry.at)})` },
    { id: 'object', label: t('object'), value: kindWords(object.type) },
    { id: 'id', label: t('id'), value: object.id && <Copied text={object.id} /> },
    { id: 'application', label: t('application'), value: application && <bdi>{application.name}</bdi> },
    { id: 'address', label: t('address'), value: entry.address && <bdi className="tnum">{entry.address}</bdi> },
    { id: 'browser', label: t('browser'), value: entry.user_agent && <bdi>{entry.user_agent}</bdi> },
    { id: 'request', label: t('request'), value: entry.request_id && <Copied text={entry.request_id} /> },
  ].filter(({ value }) => Boolean(value))
  const hasChange = entry.before !== null || entry.after !== null
  return (
    <div className="flex flex-col gap-5">
      {hasChange && <ChangeTable before={entry.before} after={entry.after} zone={zone} />}
      <KeyValues lines items={items} />
    </div>
  )
}

function Copied({ text }: { text: string }) {
  return (
    <span className="inline-flex items-center gap-1">
      <bdi className="font-mono text-12">{text}</bdi>
      <CopyButton text={text} />
    </span>
  )
}

/** "09:41:07.250 UTC": what a log beside it can be searched for. */
function secondsOf(at: string): string {
  return `${at.slice(11, 23)} UTC`
}
