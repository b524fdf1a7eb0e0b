const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

/** A readable size such as "3.8 MB" in the locale's notation, with 1,000 bytes per kilobyte. */
export function formatBytes(sizeBytes: number, locale: string): string {
  const power = sizeBytes < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(sizeBytes) / 3))
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: units[power],
    unitDisplay: power === 0 ? 'long' : 'short',
    maximumFractionDigits: power < 2 ? 0 : 1,
  }).format(sizeBytes / 1000 ** power)
}
