import type { Option } from '../../ui/option.ts'

/** The browser's zone, for whoever has not chosen yet. */
export function localTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'
}

/** All zones that this browser knows, each with its present distance from UTC, UTC itself first. */
export function timeZoneOptions(locale: string): Option[] {
  const names = Intl.supportedValuesOf('timeZone').filter(name => name !== 'UTC')
  return ['UTC', ...names].map(value => ({ value, label: value.replaceAll('_', ' '), help: offsetOf(value, locale) }))
}

export function timeZoneOption(value: string): Option {
  return { value, label: value.replaceAll('_', ' ') }
}

function offsetOf(timeZone: string, locale: string): string {
  const parts = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'longOffset' }).formatToParts()
  return parts.find(part => part.type === 'timeZoneName')?.value ?? ''
}
