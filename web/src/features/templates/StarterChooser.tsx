import type { Brand } from '@notifly/contracts/brand/brand'
import type { EmailMode } from '@notifly/contracts/templates/templates'
import { Blocks, CodeXml, FileCode, FileText } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useDisplay } from '../../components/display/use-display.ts'
import { PreviewFrame } from '../../components/email/PreviewFrame.tsx'
import { useZone } from '../../components/session/use-zone.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Segmented } from '../../ui/controls/Segmented.tsx'
import { Alert } from '../../ui/feedback/Alert.tsx'
import { LoadingNote, Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { Icon } from '../../ui/layout/Icon.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import type { StoredText } from './editor/stored-text.ts'
import type { GalleryStart, GalleryState } from './gallery/DesignGallery.tsx'
import {
  type Starter,
  STARTERS,
  starterContent,
  withDefaults,
} from '../../components/email/starters/starter-content.ts'
import { lazyView } from '../../ui/lazy-view.tsx'

/** With all that draws blocks. */
const DesignGallery = lazyView(async () => (await import('./gallery/DesignGallery.tsx')).DesignGallery)

const MODES = [
  { value: 'visual', icon: Blocks },
  { value: 'mjml', icon: CodeXml },
  { value: 'html', icon: FileCode },
] as const

export interface StarterChooserProps {
  /** Unsaved text of an earlier visit, if any. */
  kept: StoredText | undefined
  brand: Brand | undefined
  /** The designs wait for the brand. */
  isLoading: boolean
  /** Above the designs. */
  note: ReactNode
  mode: EmailMode
  onMode: (mode: EmailMode) => void
  onChoose: (start: GalleryStart) => void
  gallery: GalleryState
}

/** A few designs to start from, so that the first mail takes a minute. */
export function StarterChooser({ kept, brand, isLoading, note, mode, onMode, onChoose, gallery }: StarterChooserProps) {
  const { t } = useTranslation('templates')
  const { longDate } = useDisplay(useZone())
  return (
    <Page>
      <h1 className="text-20 font-semibold tracking-(--ls-title)">{t('starters.title')}</h1>
      <p className="mt-0.5 mb-5 text-balance text-muted">{t('starters.lead')}</p>
      <div className="mb-5 flex flex-wrap items-center gap-x-4 gap-y-2">
        <Segmented
          aria-label={t('modes.label')}
          value={mode}
          onChange={onMode}
          segments={MODES.map(({ value, icon }) => ({ value, icon, label: t(`modes.${value}`) }))}
        />
        <p className="text-ink-2">{t(`modes.${mode}Text`)}</p>
      </div>
      {note}
      {kept && (
        <Alert
          tone="info"
          className="mb-5"
          action={
            <Button size="sm" onClick={() => onChoose('blank')}>
              {t('starters.resume')}
            </Button>
          }
        >
          {t('kept.text', { when: longDate(kept.keptOn) })}
        </Alert>
      )}
      {isLoading && <GallerySkeleton />}
      {!isLoading && mode === 'html' && (
        <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
          {STARTERS.map(starter => (
            <li key={starter}>
              <StarterCard starter={starter} brand={brand} onChoose={() => onChoose(starter)} />
            </li>
          ))}
        </ul>
      )}
      {!isLoading && mode !== 'html' && (
        <Suspense fallback={<GallerySkeleton />}>
          <DesignGallery brand={brand} onChoose={onChoose} {...gallery} />
        </Suspense>
      )}
    </Page>
  )
}

/** A first screen of cards. */
function GallerySkeleton() {
  return (
    <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
      <LoadingNote />
      {Array.from({ length: 8 }, (_, index) => (
        <Skeleton key={index} height="22rem" className="rounded-3" />
      ))}
    </div>
  )
}

interface StarterCardProps {
  starter: Starter
  brand: Brand | undefined
  onChoose: () => void
}

/** The picture is the mail itself, at a third of its size. */
function StarterCard({ starter, brand, onChoose }: StarterCardProps) {
  const { t } = useTranslation('templates')
  return (
    <button
      type="button"
      onClick={onChoose}
      className="group flex size-full flex-col overflow-clip rounded-3 border border-line bg-surface text-start hover:border-line-strong"
    >
      <span aria-hidden className="relative block h-64 w-full overflow-hidden border-b border-line bg-sunken">
        {starter === 'blank' ? (
          <span className="grid size-full place-items-center text-muted">
            <Icon of={FileText} size={20} />
          </span>
        ) : (
          <span className="pointer-events-none absolute start-1/2 top-3 block h-[480px] w-[600px] origin-top -translate-x-1/2 scale-50 rtl:translate-x-1/2">
            <PreviewFrame quiet title="" html={withDefaults(starterContent(starter, t, brand).html)} />
          </span>
        )}
      </span>
      <span className="flex flex-col gap-0.5 px-4 py-3">
        <span className="text-14 font-semibold group-hover:text-accent-ink">{t(`starters.names.${starter}`)}</span>
        <span className="text-ink-2">{t(`starters.texts.${starter}`)}</span>
      </span>
    </button>
  )
}
