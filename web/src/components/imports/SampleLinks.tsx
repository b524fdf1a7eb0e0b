import { useTranslation } from 'react-i18next'
import { Link } from '../../ui/layout/Link.tsx'

/** Files with the columns that an import understands, to start from. */
const SAMPLES = [
  { kind: 'CSV', href: '/csv/notifly-import-audience.csv' },
  { kind: 'XLSX', href: '/csv/notifly-import-audience.xlsx' },
  { kind: 'TSV', href: '/csv/notifly-import-audience.tsv' },
] as const

/** Links to the sample files. */
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
