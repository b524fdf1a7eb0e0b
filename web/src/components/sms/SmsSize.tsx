import { measureSms, SMS_CHARACTERS_MAX, SMS_SEGMENTS_MAX, type SmsSize as Size } from '@notifly/contracts/sms/parts'
import { previewSms, type SmsPreview, type SmsRange } from '@notifly/contracts/sms/sms'
import { withoutLiquid } from '@notifly/contracts/templates/liquid-parts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/client.ts'
import { keyOf } from '../../api/queries.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { Alert } from '../../ui/feedback/Alert.tsx'

export interface SmsSizeProps {
  /** The text as the chosen contact gets it. */
  text: string
  source: string
  /** Name of that contact, if merge fields make a difference. */
  countedFor?: string | undefined
  /** The sizes for other contacts. */
  range?: SmsRange | undefined
  /** Absent if the text can't be edited. */
  onChange?: ((source: string) => void) | undefined
}

const FORCING_SHOWN = 8

/** How many messages the text takes, how much room is left in the last one, and which characters take the most. */
export function SmsSize({ text, source, countedFor, range, onChange }: SmsSizeProps) {
  const { t } = useTranslation('sms')
  const charactersMax = useSmsCharactersMax()
  const size = measureSms(text)
  const { encoding, segments, unitsLeft } = size
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1" role="status">
        <Parts size={size} />
        <span className="tnum font-medium">{t('size.messages', { count: segments })}</span>
        {!isTooLong(text, size, charactersMax) && (
          <span className="tnum text-12 text-muted">{t('size.left', { count: unitsLeft })}</span>
        )}
        <span className="ms-auto text-12 text-muted" title={t(`size.about.${encoding}`)}>
          {encoding}
        </span>
      </div>
      {countedFor !== undefined && /\{\{/.test(source) && (
        <p className="text-12 text-muted">
          {t('size.for', { name: countedFor })} {range && range.sampled > 0 && <Range range={range} />}
        </p>
      )}
      <SizeWarning size={size} text={text} source={source} charactersMax={charactersMax} onChange={onChange} />
    </div>
  )
}

function isTooLong(text: string, { segments }: Size, charactersMax: number): boolean {
  return segments > SMS_SEGMENTS_MAX || text.length > charactersMax
}

/** The shortest and longest size among the sampled contacts. */
function Range({ range: { sampled, least, most, unicode } }: { range: SmsRange }) {
  const { t } = useTranslation('sms')
  return (
    <>
      {least === most
        ? t('size.allSame', { count: sampled, messages: t('size.messages', { count: most }) })
        : t('size.range', { count: sampled, least, most })}
      {unicode > 0 && unicode < sampled && <> {t('size.someUnicode', { count: unicode })}</>}
    </>
  )
}

/** One bar per message; the last one is partly filled. */
function Parts({ size: { segments, units, unitsLeft, encoding } }: { size: Size }) {
  const room = segments > 1 ? (encoding === 'GSM-7' ? 153 : 67) : units + unitsLeft
  const last = segments === 0 ? 0 : (room - unitsLeft) / room
  const shown = Math.min(Math.max(segments, 1), SMS_SEGMENTS_MAX)
  return (
    <span aria-hidden className="flex gap-0.5">
      {Array.from({ length: shown }, (_, index) => (
        <span key={index} className="h-1.5 w-5 overflow-clip rounded-full bg-neutral-line">
          <span
            className={cx('block h-full rounded-full', segments > SMS_SEGMENTS_MAX ? 'bg-danger' : 'bg-accent')}
            style={{ inlineSize: `${index < segments - 1 ? 100 : Math.max(0, last * 100)}%` }}
          />
        </span>
      ))}
    </span>
  )
}

interface SizeWarningProps extends Omit<SmsSizeProps, 'countedFor' | 'range'> {
  size: Size
  charactersMax: number
}

function SizeWarning({ size, text, source, charactersMax, onChange }: SizeWarningProps) {
  const { t } = useTranslation('sms')
  const { segments, forcing } = size
  if (isTooLong(text, size, charactersMax)) {
    return <Alert tone="danger">{t('size.tooLong', { messages: SMS_SEGMENTS_MAX, characters: charactersMax })}</Alert>
  }
  if (forcing.length === 0) return null
  const own = lettersOf(withoutLiquid(source))
  if (own.length === 0) return <p className="text-12 text-muted">{t('size.fromFields')}</p>
  const canReplace = onChange !== undefined && haveReplacements(own)
  // A text in another script needs its characters. Only a few stray ones are worth a warning.
  if (!canReplace && own.length > FORCING_SHOWN) return <p className="text-12 text-muted">{t('size.script')}</p>
  const plain = measureSms(withPlainCharacters(text))
  const isCheaper = plain.segments < segments
  return (
    <Alert
      {...(canReplace && isCheaper && { tone: 'warning' as const })}
      action={
        canReplace && (
          <Button size="sm" onClick={() => onChange(withPlainCharacters(source))}>
            {t('size.mend')}
          </Button>
        )
      }
    >
      {t('size.forcing')} <bdi className="font-medium">{own.slice(0, FORCING_SHOWN).map(visibleName).join(' ')}</bdi>
      {isCheaper && <> {t('size.without', { count: plain.segments })}</>}
    </Alert>
  )
}

/** The graphemes that are not in the GSM alphabet, without duplicates. */
function lettersOf(text: string): string[] {
  const { forcing } = measureSms(text)
  if (forcing.length === 0 || !('Segmenter' in Intl)) return forcing
  const letters = Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment)
  return [...new Set(letters.filter(letter => forcing.some(character => letter.includes(character))))]
}

/** Whitespace is shown by its code point. */
function visibleName(letter: string): string {
  return /\s|\u200b/.test(letter) ? `U+${letter.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}` : letter
}

/** Typographic characters that double the size of a text, with their equivalents in the GSM alphabet. */
const PLAIN: Readonly<Record<string, string>> = {
  '‘': "'",
  '’': "'",
  '‚': "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '«': '"',
  '»': '"',
  '–': '-',
  '—': '-',
  '‑': '-',
  '…': '...',
  '•': '-',
  '·': '-',
  '\u00a0': ' ',
  '\u202f': ' ',
  '\u2009': ' ',
  '\u200b': '',
  '\t': ' ',
  '`': "'",
  '´': "'",
}

/** Whether each of these characters has an equivalent. */
function haveReplacements(characters: readonly string[]): boolean {
  return characters.length > 0 && characters.every(character => Object.hasOwn(PLAIN, character))
}

/** The text with all equivalents applied. */
function withPlainCharacters(text: string): string {
  return Array.from(text, character => PLAIN[character] ?? character).join('')
}

const NO_TEXT = { text: '' }

/**
 * The maximum number of characters that the application's provider accepts in one text. Also for readers who may not
 * see its settings. While loading, the maximum of any provider.
 */
export function useSmsCharactersMax(): number {
  const { data } = useQuery<SmsPreview, ApiError>({
    queryKey: keyOf(previewSms, NO_TEXT),
    queryFn: ({ signal }) => call(previewSms, { body: NO_TEXT }, { quiet: true, signal }),
  })
  return data?.characters_max ?? SMS_CHARACTERS_MAX
}
