import { useTranslation } from 'react-i18next'
import { Link } from '../../ui/layout/Link.tsx'

/** Example files with the columns that an import understands. */
const SAMPLES = [
  { kind: 'CSV', href: '/csv/notifly-import-audience.csv' },
  { kind: 'XLSX', href: '/csv/notifly-import-audience.xlsx' },
  { kind: 'TSV', href: '/csv/notifly-import-audience.tsv' },
] as const

export function SampleLinks() {
  const { t } = useTranslation('audience')
  return (
    <p className="flex flex-wrap items-baseline gap-x-2 text-12 text-muted">
      {t('samples.title')}
      {SAMPLES.map(({ kind, href }) => (
        <Link key={kind} href={href} download aria-label={t('samples.download', { kind })}>
          {kind}
        </Link>
      ))}
    </p>
  )
}
