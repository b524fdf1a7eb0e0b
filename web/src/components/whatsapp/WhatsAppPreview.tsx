import { readApplication } from '@notifly/contracts/applications/applications'
import {
  fillVariables,
  partOf,
  type WhatsappButton,
  type WhatsappComponent,
} from '@notifly/contracts/whatsapp-templates/components'
import {
  Copy,
  CornerUpLeft,
  FileText,
  Image,
  type LucideIcon,
  MapPin,
  Phone,
  Play,
  SquareArrowOutUpRight,
} from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../api/queries.ts'
import { Icon } from '../../ui/layout/Icon.tsx'
import { useDisplay } from '../display/use-display.ts'
import { useSlug } from '../navigation/use-pages.ts'
import { useZone } from '../session/use-zone.ts'
import './whatsapp.css'

/** Values for the template's variables. A missing value shows its variable. */
export interface PreviewValues {
  header?: string | undefined
  body?: readonly string[] | undefined
  /** An address that this browser can show, and a document's name. */
  media?: { url?: string | undefined; name?: string | undefined } | undefined
  location?: { name?: string | undefined; address?: string | undefined } | undefined
}

export interface WhatsAppPreviewProps {
  components: readonly WhatsappComponent[]
  values?: PreviewValues
}

/** The template's own examples, written for its reviewers. */
export function exampleValues(components: readonly WhatsappComponent[]): PreviewValues {
  return {
    header: partOf(components, 'HEADER')?.example?.header_text?.[0],
    body: partOf(components, 'BODY')?.example?.body_text?.[0],
  }
}

/** A received message: header, text, footer, time, and the buttons below. */
export function WhatsAppPreview({ components, values = {} }: WhatsAppPreviewProps) {
  const { t } = useTranslation('whatsapp')
  const name = useApplicationName() ?? t('preview.business')
  const body = partOf(components, 'BODY')?.text ?? ''
  return (
    <figure className="whatsapp overflow-clip rounded-3 border border-line" aria-label={t('preview.label')}>
      <div className="flex items-center gap-2.5 bg-(--wa-bar) px-3 py-2 text-(--wa-bar-ink)">
        <span aria-hidden className="grid size-8 place-items-center rounded-full bg-(--wa-face) text-12 font-semibold">
          {name.trim().charAt(0).toUpperCase()}
        </span>
        <bdi className="min-w-0 truncate font-semibold">{name}</bdi>
      </div>
      <div className="flex min-h-60 flex-col gap-2 bg-(--wa-wall) px-3 py-4">
        <span className="self-center rounded-2 bg-(--wa-note) px-2 py-0.5 text-12 text-(--wa-quiet)">
          {t('preview.today')}
        </span>
        {body === '' && components.length <= 1 ? (
          <p className="m-auto text-12 text-(--wa-quiet)">{t('preview.empty')}</p>
        ) : (
          <Bubble components={components} values={values} />
        )}
      </div>
    </figure>
  )
}

/** Name of the application in the address. */
function useApplicationName(): string | undefined {
  return useRead(readApplication, { params: { uuid: useSlug() } }).data?.name
}

function Bubble({ components, values }: { components: readonly WhatsappComponent[]; values: PreviewValues }) {
  const body = partOf(components, 'BODY')?.text ?? ''
  const footer = partOf(components, 'FOOTER')?.text ?? ''
  const buttons = partOf(components, 'BUTTONS')?.buttons ?? []
  return (
    <div className="w-fit max-w-full min-w-56 self-start overflow-clip rounded-3 rounded-ss-none bg-(--wa-bubble) text-(--wa-ink) shadow-[0_1px_1px_rgb(0_0_0/0.13)] sm:max-w-90">
      <div className="flex flex-col gap-1 p-1">
        <Header header={partOf(components, 'HEADER')} values={values} />
        <p dir="auto" className="px-2 pt-1 wrap-anywhere">
          <FormattedText>{fillVariables(body, values.body ?? [])}</FormattedText>
        </p>
        {footer !== '' && (
          <p dir="auto" className="px-2 text-12 text-(--wa-quiet) wrap-anywhere">
            {footer}
          </p>
        )}
        <ReceivedAt />
      </div>
      {buttons.map((button, index) => (
        <PreviewButton key={`${index} ${button.type}`} button={button} />
      ))}
    </div>
  )
}

/** The current time on the application's clock. */
function ReceivedAt() {
  const now = useMinute()
  const { timeOfDay } = useDisplay(useZone())
  return (
    <p className="tnum px-2 pb-0.5 text-end text-[11px]/4 text-(--wa-quiet)">
      <time dateTime={new Date(now * 1000).toISOString()}>{timeOfDay(now)}</time>
    </p>
  )
}

const MEDIA_ICONS: Record<string, LucideIcon> = { IMAGE: Image, VIDEO: Play, LOCATION: MapPin }

function Header({ header, values }: { header: WhatsappComponent | undefined; values: PreviewValues }) {
  const { t } = useTranslation('whatsapp')
  if (header === undefined) return null
  const { media, location } = values
  switch (header.format) {
    case 'IMAGE':
      if (media?.url !== undefined) {
        return <img src={media.url} alt={t('preview.image')} className="max-h-60 w-full rounded-2 object-cover" />
      }
      return <MediaBox icon={MEDIA_ICONS['IMAGE'] ?? Image} label={t('preview.image')} />
    case 'VIDEO':
      return <MediaBox icon={Play} label={media?.name ?? t('preview.video')} />
    case 'DOCUMENT':
      return (
        <div className="flex items-center gap-2 rounded-2 bg-(--wa-box) px-3 py-2.5">
          <Icon of={FileText} size={20} className="shrink-0" />
          <bdi className="min-w-0 truncate">{media?.name ?? t('preview.document')}</bdi>
        </div>
      )
    case 'LOCATION':
      return (
        <div className="rounded-2 bg-(--wa-box)">
          <MediaBox icon={MapPin} label={t('preview.location')} />
          {location?.name && (
            <p className="px-3 py-1.5">
              <b className="font-semibold">{location.name}</b>
              <span className="block text-12 text-(--wa-quiet)">{location.address}</span>
            </p>
          )}
        </div>
      )
    default:
      return (
        <p dir="auto" className="px-2 pt-1 font-semibold wrap-anywhere">
          <FormattedText>{fillVariables(header.text ?? '', [values.header])}</FormattedText>
        </p>
      )
  }
}

function MediaBox({ icon, label }: { icon: LucideIcon; label: string }) {
  return (
    <div className="grid h-32 place-content-center justify-items-center gap-1 rounded-2 bg-(--wa-box) text-(--wa-quiet)">
      <Icon of={icon} size={20} />
      <bdi className="max-w-50 truncate text-12">{label}</bdi>
    </div>
  )
}

const BUTTON_ICONS: Record<string, LucideIcon> = {
  QUICK_REPLY: CornerUpLeft,
  URL: SquareArrowOutUpRight,
  PHONE_NUMBER: Phone,
  COPY_CODE: Copy,
}

function PreviewButton({ button }: { button: WhatsappButton }) {
  const { t } = useTranslation('whatsapp')
  const label = button.type === 'COPY_CODE' ? button.text || t('preview.copyCode') : (button.text ?? '')
  return (
    <p className="flex items-center justify-center gap-2 border-t border-(--wa-line) px-3 py-2.5 font-medium text-(--wa-link)">
      <Icon of={BUTTON_ICONS[button.type] ?? CornerUpLeft} size={14} className="shrink-0" />
      <bdi className="min-w-0 truncate">{label}</bdi>
    </p>
  )
}

const MINUTE_MS = 60_000

/** The current time in epoch seconds, updated every minute. */
function useMinute(): number {
  const [now, setNow] = useState(() => Date.now() / 1000)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now() / 1000), MINUTE_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}

// In the order in which WhatsApp parses them. A mark must enclose text, and only code blocks span lines.
const MARKS = /```[\s\S]+?```|\*[^*\n]+\*|_[^_\n]+_|~[^~\n]+~|\{\{\s*\w+\s*\}\}/g

/**
 * A text with WhatsApp's formatting: bold, italic, strikethrough and monospace. Variables without a value are
 * highlighted.
 */
export function FormattedText({ children }: { children: string }) {
  return <span className="whitespace-pre-wrap">{nodesOf(children)}</span>
}

function nodesOf(text: string): ReactNode[] {
  const nodes: ReactNode[] = []
  let at = 0
  for (const match of text.matchAll(MARKS)) {
    nodes.push(text.slice(at, match.index), nodeOf(match[0], match.index))
    at = match.index + match[0].length
  }
  nodes.push(text.slice(at))
  return nodes
}

function nodeOf(piece: string, key: number): ReactNode {
  if (piece.startsWith('{{')) {
    return (
      <span key={key} className="rounded-1 bg-(--wa-variable) px-0.5 font-mono text-12">
        {piece}
      </span>
    )
  }
  if (piece.startsWith('```')) {
    return (
      <code key={key} className="font-mono text-12">
        {piece.slice(3, -3)}
      </code>
    )
  }
  const inner = nodesOf(piece.slice(1, -1))
  if (piece.startsWith('*')) return <strong key={key}>{inner}</strong>
  return piece.startsWith('_') ? <em key={key}>{inner}</em> : <s key={key}>{inner}</s>
}
