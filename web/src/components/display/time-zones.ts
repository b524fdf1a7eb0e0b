import type { Option } from '../../ui/controls/options/option.ts'

/** Some browsers still use names of zones that were renamed long ago. */
const RENAMED: Record<string, string> = {
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Godthab': 'America/Nuuk',
  'Europe/Kiev': 'Europe/Kyiv',
}

const presentName = (timeZone: string) => RENAMED[timeZone] ?? timeZone

/** The browser's zone under its current name, as the default for new readers. */
export function localTimeZone(): string {
  return presentName(new Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC')
}

/** All zones that the browser knows, each with its current offset from UTC; UTC comes first. */
export function timeZoneOptions(locale: string): Option[] {
  const names = Intl.supportedValuesOf('timeZone').map(presentName)
  return [...new Set(['UTC', ...names.toSorted()])].map(value => ({
    value,
    label: value.replaceAll('_', ' '),
    help: offsetOf(value, locale),
  }))
}

/** The option of a zone. */
export function timeZoneOption(value: string): Option {
  return { value, label: value.replaceAll('_', ' ') }
}

function offsetOf(timeZone: string, locale: string): string {
  const parts = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'longOffset' }).formatToParts()
  return parts.find(part => part.type === 'timeZoneName')?.value ?? ''
}
