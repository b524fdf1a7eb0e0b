import { ACTIVITY } from '@notifly/contracts/roles/activities'
import { ArrowLeft, Check, Circle, History, Send } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { NextStepButton } from '../../../components/first-steps/NextStep.tsx'
import { useDisplay } from '../../../components/display/use-display.ts'
import { useZone } from '../../../components/session/use-zone.ts'
import { usePageExists, useSlug } from '../../../components/navigation/use-pages.ts'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { buttonClass } from '../../../ui/controls/button-style.ts'
import { Icon } from '../../../ui/layout/Icon.tsx'
import { Link } from '../../../ui/layout/Link.tsx'
import { useIsPhone } from '../../../ui/use-media-query.ts'
import type { AnyEditor } from './use-editor.ts'
import { useApprovalLabel } from '../../../components/approvals/use-approval-label.ts'

interface BarFrameProps {
  /** The list that one comes from, where it is not that of mails. */
  list?: 'SMS' | 'Webpush' | 'Mobilepush' | undefined
  children: ReactNode
}

export function BarFrame({ list, children }: BarFrameProps) {
  const { t } = useTranslation('templates')
  const exists = usePageExists()
  const slug = useSlug()
  const back = paths.templates(slug, { type: list })
  return (
    <header className="flex h-12 shrink-0 items-center gap-2 border-b border-line bg-surface px-3">
      {exists(back) && (
        <Link
          tone="plain"
          href={back}
          aria-label={t('editor.back')}
          title={t('editor.back')}
          className={buttonClass({ variant: 'ghost', size: 'md', square: true })}
        >
          <Icon of={ArrowLeft} flip />
        </Link>
      )}
      {children}
    </header>
  )
}

export interface EditorBarProps {
  list?: 'SMS' | 'Webpush' | 'Mobilepush' | undefined
  state: AnyEditor
  /** What tags it; undefined while it is new. */
  tags?: ReactNode
  isNew: boolean
  mayTest: boolean
  /** Only the preview is shown, as on a phone. */
  previewOnly: boolean
  onVersions: () => void
  onTest: () => void
}

/** Leave, name, saved state, versions, test, save. */
export function EditorBar(props: EditorBarProps) {
  const { list, state, tags, isNew, mayTest, previewOnly, onVersions, onTest } = props
  const { t } = useTranslation('templates')
  const approvalLabel = useApprovalLabel(ACTIVITY.templateEmail)
  const { maySave } = state
  const { version } = state.saved
  const isPhone = useIsPhone()
  const name = useFirstFocus(isNew && maySave && !isPhone)
  return (
    <BarFrame list={list}>
      <h1 className="sr-only">{state.content.name || t('editor.newTitle')}</h1>
      {previewOnly ? (
        <p className="min-w-0 flex-1 truncate text-14 font-semibold">
          <bdi>{state.content.name}</bdi>
        </p>
      ) : (
        <>
          <input
            ref={name}
            value={state.content.name}
            onChange={event => state.change({ name: event.currentTarget.value })}
            readOnly={!maySave}
            aria-label={t('editor.name')}
            aria-invalid={state.faultOf('name') !== undefined || undefined}
            placeholder={t('editor.namePlaceholder')}
            maxLength={100}
            size={Math.min(40, Math.max(18, state.content.name.length + 1))}
            className={
              'field-sizing-content max-w-80 min-w-24 rounded-2 border border-transparent bg-transparent px-2 py-1 text-14 font-semibold text-ellipsis ' +
              'outline-offset-0 hover:border-line-strong aria-invalid:border-danger'
            }
          />
          <SavedWords state={state} />
        </>
      )}
      <div className="ms-auto flex items-center gap-2">
        {!previewOnly && tags}
        {!isNew && !previewOnly && (
          <Button variant="ghost" icon={History} onClick={onVersions}>
            <span className="max-sm:sr-only">{t('editor.inUse', { version })}</span>
          </Button>
        )}
        {/* A phone has no room for it beside what saves. */}
        {!isNew && !previewOnly && (
          <span className="max-sm:hidden">
            <NextStepButton after="template" />
          </span>
        )}
        {mayTest && (
          <Button icon={Send} onClick={onTest}>
            <span className={previewOnly ? undefined : 'max-sm:sr-only'}>{t('test.title')}</span>
          </Button>
        )}
        {maySave && !previewOnly && (
          <Button variant="primary" loading={state.saving} onClick={() => void state.save()}>
            {approvalLabel(t('editor.save', { version: version + 1 }))}
          </Button>
        )}
      </div>
    </BarFrame>
  )
}

/** What was pressed to come here is gone, and the focus with it: one goes on here, unless one is somewhere already. */
function useFirstFocus(enabled: boolean): RefObject<HTMLInputElement | null> {
  const place = useRef<HTMLInputElement>(null)
  const isWanted = useRef(enabled)
  useEffect(() => {
    if (isWanted.current && document.activeElement === document.body) place.current?.focus()
  }, [])
  return place
}

function SavedWords({ state }: { state: AnyEditor }) {
  const { t } = useTranslation('templates')
  const { timeOfDay, shortDay } = useDisplay(useZone())
  const { savedOn } = state.saved
  const words = state.saving
    ? t('editor.saving')
    : state.dirty
      ? t('editor.unsaved')
      : savedOn === null
        ? t('editor.notSaved')
        : t('editor.saved', { when: isToday(savedOn) ? timeOfDay(savedOn) : shortDay(savedOn) })
  const isSaved = !state.dirty && !state.saving && savedOn !== null
  return (
    <span role="status" className="tnum flex items-center gap-1 text-12 whitespace-nowrap text-muted max-md:sr-only">
      <Icon of={isSaved ? Check : Circle} size={12} />
      {words}
    </span>
  )
}

function isToday(epochSeconds: number): boolean {
  return new Date(epochSeconds * 1000).toDateString() === new Date().toDateString()
}
