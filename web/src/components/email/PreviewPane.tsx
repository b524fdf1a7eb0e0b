import { Mail, Monitor, Moon, Smartphone, Type } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Segmented } from '../../ui/controls/Segmented.tsx'
import { useIsPhone } from '../../ui/use-media-query.ts'
import { PreviewNotes } from '../form/PreviewNotes.tsx'
import { PreviewFrame } from './PreviewFrame.tsx'
import type { LivePreview } from './use-preview.ts'

export const VIEWS = ['desktop', 'phone', 'dark', 'outlook', 'text'] as const
export type View = (typeof VIEWS)[number]

const icons = { desktop: Monitor, phone: Smartphone, dark: Moon, outlook: Mail, text: Type }

interface ViewChoiceProps {
  view: View
  onView: (view: View) => void
  /** Shows labels without icons, where there is little room. So does a phone. */
  plain?: boolean
}

export function ViewChoice({ view, onView, plain = false }: ViewChoiceProps) {
  const { t } = useTranslation('templates')
  const isPhone = useIsPhone()
  return (
    <Segmented
      size="sm"
      aria-label={t('preview.view')}
      value={view}
      onChange={onView}
      segments={VIEWS.map(value => ({
        value,
        label: t(`preview.views.${value}`),
        ...(!plain && !isPhone && { icon: icons[value] }),
      }))}
    />
  )
}

/** The mail as its recipient sees it: on a wide screen, on a phone, in dark mode, in Outlook, or as plain text. */
export function PreviewPane({ preview, view }: { preview: LivePreview; view: View }) {
  const { t } = useTranslation('templates')
  const { data, html, text } = preview
  return (
    <div className="flex h-full min-h-0 flex-col">
      <PreviewNotes preview={preview} />
      <div
        role="group"
        aria-label={t(`preview.views.${view}`)}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and has to by keyboard, too
        tabIndex={0}
        className="min-h-0 flex-1 overflow-auto p-4 outline-offset-[-2px]"
      >
        {view === 'phone' ? (
          <Phone subject={data?.subject} preheader={data?.preheader} html={html} />
        ) : (
          <Screen
            subject={data?.subject}
            preheader={data?.preheader}
            html={html}
            text={view === 'text' ? text : undefined}
            dark={view === 'dark'}
            outlook={view === 'outlook'}
          />
        )}
      </div>
    </div>
  )
}

interface MailProps {
  /** Undefined until the first preview arrives. */
  subject: string | undefined
  preheader: string | undefined
  html: string
}

interface ScreenProps extends MailProps {
  text: string | undefined
  dark: boolean
  outlook: boolean
}

function Screen({ subject, preheader, html, text, dark, outlook }: ScreenProps) {
  const { t } = useTranslation('templates')
  return (
    <div className="mx-auto flex h-full max-w-180 min-h-96 flex-col overflow-clip rounded-3 border border-line bg-surface">
      <div className="border-b border-line px-4 py-2.5">
        <p className="min-h-lh font-semibold wrap-anywhere">
          <bdi>
            {subject === '' ? <span className="font-regular text-muted">{t('preview.noSubject')}</span> : subject}
          </bdi>
        </p>
        {preheader && (
          <p className="truncate text-12 text-muted">
            <bdi>{preheader}</bdi>
          </p>
        )}
      </div>
      {outlook && (
        <p className="border-b border-line bg-sunken px-4 py-1.5 text-12 text-ink-2">{t('preview.outlook')}</p>
      )}
      {text === undefined ? (
        <PreviewFrame
          html={html}
          dark={dark}
          outlook={outlook}
          title={t('preview.frame')}
          className="min-h-0 w-full flex-1"
        />
      ) : (
        <textarea
          readOnly
          value={text}
          aria-label={t('preview.views.text')}
          className="min-h-0 flex-1 resize-none bg-transparent p-4 font-mono text-12 leading-[18px] outline-offset-[-2px]"
        />
      )}
    </div>
  )
}

function Phone({ subject, preheader, html }: MailProps) {
  const { t } = useTranslation('templates')
  return (
    <div className="mx-auto flex h-full max-h-172 min-h-96 w-full max-w-[391px] flex-col overflow-clip rounded-[36px] border-8 border-[light-dark(#1c1f27,#2c313d)] bg-[#fff]">
      <div className="border-b border-[#e5e7ec] px-4 pt-3 pb-2 text-12 text-[#15181f]">
        {/* The lines are reserved before their texts arrive, so that the mail does not move. */}
        <p className="min-h-lh font-semibold wrap-anywhere">
          <bdi>{subject}</bdi>
        </p>
        <p className="min-h-lh truncate text-[#5b6373]">
          <bdi>{preheader}</bdi>
        </p>
      </div>
      <PreviewFrame html={html} title={t('preview.frame')} className="min-h-0 w-full flex-1" />
    </div>
  )
}
