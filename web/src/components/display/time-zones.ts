import type { Option } from '../../ui/controls/options/option.ts'

/** Browsers still say some zones by names that were changed long ago. */
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

/** The browser's zone under its present name, for readers who have not chosen yet. */
export function localTimeZone(): string {
  return presentName(new Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC')
}

/** All zones that this browser knows, each with its present distance from UTC, UTC itself first. */
export function timeZoneOptions(locale: string): Option[] {
  const names = Intl.supportedValuesOf('timeZone').map(presentName)
  return [...new Set(['UTC', ...names.toSorted()])].map(value => ({
    value,
    label: value.replaceAll('_', ' '),
    help: offsetOf(value, locale),
  }))
}

/** A zone that is chosen already. */
export function timeZoneOption(value: string): Option {
  return { value, label: value.replaceAll('_', ' ') }
}

function offsetOf(timeZone: string, locale: string): string {
  const parts = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'longOffset' }).formatToParts()
  return parts.find(part => part.type === 'timeZoneName')?.value ?? ''
}
