import { readTemplate, type Template, type TemplateContent } from '@notifly/contracts/templates/templates'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../../api/queries.ts'
import { ChangeTable } from '../../../components/changes/ChangeTable.tsx'
import type { Values } from '../../../components/changes/change-rows.ts'
import { useDisplay } from '../../../components/display/use-display.ts'
import { useZone } from '../../../components/session/use-zone.ts'
import { translateSentence } from '../../../locales/translate-sentence.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Segmented } from '../../../ui/controls/Segmented.tsx'
import { Alert } from '../../../ui/feedback/Alert.tsx'
import { LoadingNote, Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { Dialog } from '../../../ui/overlays/Dialog.tsx'
import type { AnyEditor } from './use-editor.ts'

interface ConflictDialogProps {
  /** Of the template. */
  uuid: string
  state: AnyEditor
  /** How a content looks. */
  look: (content: TemplateContent) => ReactNode
  onClose: () => void
}

/** What somebody else saved meanwhile beside what is being written, and the choice between them. */
export function ConflictDialog({ uuid, state, look, onClose }: ConflictDialogProps) {
  const { t } = useTranslation(['templates', 'common'])
  const newest = useRead(readTemplate, { params: { uuid } })
  const theirs = newest.isFetching ? undefined : newest.data
  return (
    <Dialog
      size="xl"
      onOpenChange={onClose}
      title={t('conflict.title')}
      description={theirs && <VersionAuthor template={theirs} />}
      footerStart={
        theirs && (
          <Button
            onClick={() => {
              state.replace(theirs)
              onClose()
            }}
          >
            {t('conflict.takeTheirs')}
          </Button>
        )
      }
      footer={
        <>
          <Button onClick={onClose}>{t('common:ui.close')}</Button>
          {theirs && (
            <Button
              variant="primary"
              onClick={() => {
                onClose()
                void state.save(theirs.version)
              }}
            >
              {t('conflict.saveMine', { version: theirs.version + 1 })}
            </Button>
          )}
        </>
      }
    >
      {newest.error && <Alert tone="danger">{translateSentence(newest.error)}</Alert>}
      {newest.isFetching && (
        <>
          <LoadingNote />
          <Skeleton height="16rem" />
        </>
      )}
      {theirs && <Sides theirs={contentOf(state.read(theirs))} mine={contentOf(state.content)} look={look} />}
    </Dialog>
  )
}

function VersionAuthor({ template: { version, updated_by: name, updated_on: at } }: { template: Template }) {
  const { t } = useTranslation('templates')
  const { longDate } = useDisplay(useZone())
  return (
    <>
      {t('versions.name', { version })} · {longDate(at)}
      {name !== null && (
        <>
          {' · '}
          <bdi>{name}</bdi>
        </>
      )}
    </>
  )
}

/** Every kind of editor has parts of what templates hold. */
function contentOf(content: { name: string }): TemplateContent & { name: string } {
  return content
}

interface SidesProps {
  theirs: TemplateContent
  mine: TemplateContent
  look: (content: TemplateContent) => ReactNode
}

function Sides({ theirs, mine, look }: SidesProps) {
  const { t } = useTranslation('templates')
  const [view, setView] = useState<'changes' | 'look'>('changes')
  const sides = [
    [t('conflict.theirs'), theirs],
    [t('conflict.mine'), mine],
  ] as const
  return (
    <div className="flex flex-col gap-3">
      <div>
        <Segmented
          size="sm"
          aria-label={t('conflict.view')}
          value={view}
          onChange={setView}
          segments={[
            { value: 'changes', label: t('conflict.changes') },
            { value: 'look', label: t('conflict.look') },
          ]}
        />
      </div>
      {view === 'changes' ? (
        <ChangeTable
          before={writtenOf(theirs)}
          after={writtenOf(mine)}
          beforeTitle={t('conflict.theirs')}
          afterTitle={t('conflict.mine')}
        />
      ) : (
        <div className="grid gap-3 sm:grid-cols-2">
          {sides.map(([name, content]) => (
            <section key={name} aria-label={name} className="flex min-w-0 flex-col rounded-2 border border-line">
              <h3 className="border-b border-line bg-sunken px-3 py-1.5 text-12 font-medium text-muted">{name}</h3>
              <div className="flex h-100 max-h-[50dvh] flex-col overflow-clip">{look(content)}</div>
            </section>
          ))}
        </div>
      )}
    </div>
  )
}

/** Without what is made from the rest: of MJML its HTML, of another editor the document that says the same as the HTML. */
function writtenOf({ html, document: _, ...content }: TemplateContent): Values {
  return content.mjml === undefined ? { ...content, html } : content
}
