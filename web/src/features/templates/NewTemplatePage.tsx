import { readBrand } from '@notifly/contracts/brand/brand'
import { openEditorSession } from '@notifly/contracts/templates/editor-session'
import { EMAIL_MODES, type EmailMode } from '@notifly/contracts/templates/templates'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { useRead } from '../../api/queries.ts'
import { useReopened } from '../../components/approvals/use-request.ts'
import { PageTitle } from '../../components/navigation/PageTitle.tsx'
import { useSlug } from '../../components/navigation/use-pages.ts'
import { useUrlState } from '../../components/navigation/use-url-state.ts'
import { PartFailure } from '../../components/states/PartFailure.tsx'
import { Alert } from '../../ui/feedback/Alert.tsx'
import { EMAIL } from './editor/content.ts'
import { BarFrame } from './editor/EditorBar.tsx'
import { Opening } from './editor/Opening.tsx'
import { readKeptText } from './editor/stored-text.ts'
import { PushEditor } from './editor/push/PushEditor.tsx'
import { SmsEditor } from './editor/sms/SmsEditor.tsx'
import { TemplateEditor } from './editor/TemplateEditor.tsx'
import type { EditorProps } from './editor/use-editor.ts'
import { CATEGORIES, DESIGN_IDS, type DesignId } from './gallery/design-ids.ts'
import { StarterChooser } from './StarterChooser.tsx'
import { VISUAL_STARTERS, visualStarter } from './visual/model/starters.ts'
import { useBlockWord } from './visual/use-block-word.ts'
import { type Starter, starterContent, STARTERS } from '../../components/email/starters/starter-content.ts'
import { lazyView } from '../../ui/lazy-view.tsx'

/** With all designs, which are needed once one is picked. */
const DesignEditor = lazyView(async () => (await import('./gallery/DesignEditor.tsx')).DesignEditor)
const TemplateCopy = lazyView(async () => (await import('./gallery/CopyEditor.tsx')).TemplateCopy)
const CampaignCopy = lazyView(async () => (await import('./gallery/CopyEditor.tsx')).CampaignCopy)

const state = z.object({
  start: z.optional(z.enum([...new Set([...STARTERS, ...DESIGN_IDS])])),
  /** What is copied. */
  template: z.optional(z.string()),
  campaign: z.optional(z.string()),
  category: z.optional(z.enum(CATEGORIES)),
  search: z._default(z.string(), ''),
  mode: z._default(z.enum(EMAIL_MODES), 'visual'),
  type: z._default(z.enum(['email', 'sms', 'webpush', 'mobilepush']), 'email'),
})

/** A new template: of a mail first a design to start from, then the editor. */
export function NewTemplatePage() {
  const { t } = useTranslation(['templates', 'sms'])
  const [{ type }] = useUrlState(state)
  const reopened = useReopened()
  const asked = reopened.request?.payload['type']
  if (type === 'sms' || asked === 'SMS') {
    return (
      <>
        <PageTitle>{t('sms:template.new')}</PageTitle>
        {reopened.isLoading ? <Opening title={t('sms:template.new')} /> : <SmsEditor reopened={reopened} />}
      </>
    )
  }
  if (type === 'webpush' || type === 'mobilepush' || asked === 'Webpush' || asked === 'Mobilepush') {
    const channel = type === 'mobilepush' || asked === 'Mobilepush' ? 'mobilepush' : 'webpush'
    const title = t(channel === 'webpush' ? 'push.new' : 'push.newApp')
    return (
      <>
        <PageTitle>{title}</PageTitle>
        {reopened.isLoading ? <Opening title={title} /> : <PushEditor channel={channel} reopened={reopened} />}
      </>
    )
  }
  return (
    <>
      <PageTitle>{t('editor.newTitle')}</PageTitle>
      <NewMail reopened={reopened} />
    </>
  )
}

function NewMail({ reopened }: EditorProps) {
  const slug = useSlug()
  const { t } = useTranslation('templates')
  const [{ start, mode, template, campaign, category, search }, change] = useUrlState(state)
  const begins = start ?? (reopened.request && 'blank')
  const { brand, isAwaited, error, refetch } = useBrand()
  const copied = { reopened, onBack: () => change({ template: undefined, campaign: undefined }) }
  if (begins !== undefined) return <StartedMail start={begins} mode={mode} reopened={reopened} />
  if (template !== undefined || campaign !== undefined) {
    return (
      <Suspense fallback={<Opening title={t('editor.newTitle')} />}>
        {template !== undefined && <TemplateCopy key={template} uuid={template} {...copied} />}
        {template === undefined && campaign !== undefined && (
          <CampaignCopy key={campaign} uuid={campaign} {...copied} />
        )}
      </Suspense>
    )
  }
  if (reopened.isLoading) return <Opening title={t('editor.newTitle')} />
  return (
    <div className="flex h-full flex-col overflow-y-auto bg-canvas">
      <BarFrame>
        <span className="text-14 font-semibold">{t('editor.newTitle')}</span>
      </BarFrame>
      <StarterChooser
        brand={brand}
        isLoading={isAwaited}
        note={
          error && (
            <PartFailure
              className="mb-5"
              error={error}
              title={t('editor.brandFailed')}
              onRetry={() => void refetch()}
            />
          )
        }
        mode={mode}
        onMode={next => change({ mode: next }, { replace: true })}
        kept={readKeptText({ slug, uuid: undefined, kind: EMAIL })}
        onChoose={next => change({ start: next })}
        gallery={{
          category,
          search,
          onFilter: filter => change(filter, { replace: true }),
          onTemplate: uuid => change({ template: uuid }),
          onCampaign: uuid => change({ campaign: uuid }),
        }}
      />
    </div>
  )
}

/** Designs take the brand's name and colors where it could be read, and ours otherwise. */
function useBrand() {
  const { data: brand, isPending, error, errorUpdateCount, refetch } = useRead(readBrand, {})
  return { brand, isAwaited: isPending && errorUpdateCount === 0, error: brand ? null : error, refetch }
}

interface StartedProps extends EditorProps {
  start: Starter | DesignId
  mode: EmailMode
}

/** The editor, with what was chosen in it. */
function StartedMail({ start, mode, reopened }: StartedProps) {
  const { t, i18n } = useTranslation('templates')
  const word = useBlockWord()
  const { brand, isAwaited, error: noBrand } = useBrand()
  const isBlank = start === 'blank'
  // Our designs are MJML; an empty mail of blocks begins in the editor that the installation has.
  const asksEditor = isBlank && mode === 'visual' && !reopened.request
  const session = useRead(openEditorSession, {}, { once: true, enabled: asksEditor })
  const isOutside = asksEditor && session.data?.editor === 'beefree'
  const isAsking = asksEditor && session.data === undefined && session.error === null
  // The design is taken over once: what the brand says has to be known by then.
  if (isAsking || (isAwaited && !(isBlank && mode === 'html'))) return <Opening title={t('editor.newTitle')} />
  const brandNote = noBrand && !isBlank && (
    <Alert tone="warning" live>
      {t('editor.brandFailed')}
    </Alert>
  )
  const design = DESIGN_IDS.find(id => id === start)
  // Of the designs in blocks one has a sister in HTML; the others are blocks, whatever an address says.
  const isHtml = mode === 'html' && isStarter(start)
  if (design !== undefined && !isHtml) {
    return (
      <Suspense fallback={<Opening title={t('editor.newTitle')} />}>
        <DesignEditor
          key={design}
          design={design}
          brand={brand}
          mode={mode === 'html' ? 'visual' : mode}
          note={brandNote}
          reopened={reopened}
        />
      </Suspense>
    )
  }
  const starter = isStarter(start) ? start : 'blank'
  const visual = () => {
    const basic = VISUAL_STARTERS.find(each => each === start) ?? 'blank'
    const { mjml, ...rest } = visualStarter(basic, t, { brand, word, language: i18n.language })
    return { ...rest, mode, ...(!isOutside && { mjml }) }
  }
  const first = isHtml || reopened.request ? starterContent(starter, t, brand) : visual()
  const note = session.error ? (
    <Alert tone="warning" live>
      {t('beefree.instead')}
    </Alert>
  ) : (
    brandNote
  )
  return <TemplateEditor key={start} first={first} note={note} reopened={reopened} />
}

function isStarter(start: string): start is Starter {
  return STARTERS.some(starter => starter === start)
}
