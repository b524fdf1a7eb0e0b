import { useTranslation } from 'react-i18next'
import { useDisplay } from '../../../components/display/use-display.ts'
import type { Course } from './course.ts'
import type { Moments } from './use-moments.ts'

/** The chart's numbers, newest first. */
export function OverTimeTable({ course, moments }: { course: Course; moments: Moments }) {
  const { t } = useTranslation('delivery')
  const { number } = useDisplay()
  const rows = (course.series[0]?.points ?? []).map((point, index) => ({ atMs: point.x, index })).reverse()
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the region scrolls, so that keys must reach it
    <div className="h-48 overflow-y-auto" tabIndex={0} role="region" aria-label={t('course.table')}>
      <table className="tnum w-full text-12">
        <thead className="text-muted">
          <tr>
            <th scope="col" className="py-1 text-start font-medium">
              {t('course.time')}
            </th>
            {course.series.map(({ id, word }) => (
              <th key={id} scope="col" className="py-1 text-end font-medium">
                {t(`stats.${word}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ atMs, index }) => (
            <tr key={index} className="border-t border-line">
              <th scope="row" className="py-1 text-start font-regular">
                {moments.exact(atMs / 1000)}
              </th>
              {course.series.map(({ id, points }) => (
                <td key={id} className="py-1 text-end">
                  {number(points[index]?.y ?? 0)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
