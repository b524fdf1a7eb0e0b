import { variantLetter } from '@notifly/contracts/campaigns/ab-tests'
import type { CampaignProblem } from '@notifly/contracts/campaigns/campaigns'
import { OctagonAlert, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { problemLine } from '../../../../components/email/problem-words.ts'
import { Icon } from '../../../../ui/layout/Icon.tsx'
import { Panel } from '../../../../ui/layout/Panel.tsx'
import { useWizard } from '../state/wizard-context.ts'

/** The problems of the content with their places, errors first. Errors block the launch. */
export function ProblemList() {
  const { problems } = useWizard()
  const { t } = useTranslation('campaigns')
  const errors = problems.filter(problem => problem.severity === 'error')
  const warnings = problems.filter(problem => problem.severity === 'warning')
  return (
    <div aria-live="polite" className="mt-4 empty:hidden">
      {problems.length > 0 && (
        <Panel bare title={t('what.problems', { count: problems.length })}>
          <ul>
            {[...errors, ...warnings].map(problem => (
              <Row
                key={`${problem.variant}.${problem.part}.${problem.line}.${problem.column}.${problem.code}`}
                problem={problem}
              />
            ))}
          </ul>
        </Panel>
      )}
    </div>
  )
}

function Row({ problem }: { problem: CampaignProblem }) {
  const { t } = useTranslation(['campaigns', 'templates', 'ab-test'])
  const { t: words } = useTranslation('templates')
  const isError = problem.severity === 'error'
  return (
    <li className="flex flex-wrap items-start gap-x-2.5 px-4 py-2 not-first:border-t not-first:border-line">
      <Icon
        of={isError ? OctagonAlert : TriangleAlert}
        size={14}
        className={`mt-[3px] ${isError ? 'text-danger-ink' : 'text-warning-ink'}`}
      />
      <p className="min-w-0 flex-1 wrap-anywhere max-sm:basis-[calc(100%-2rem)]">{problemLine(words, problem)}</p>
      <span className="tnum shrink-0 text-12 text-muted max-sm:ps-6">
        {problem.variant !== undefined && `${t('ab-test:variant', { letter: variantLetter(problem.variant) })} · `}
        {t('what.place', { part: t(`what.parts.${problem.part}`), line: problem.line, column: problem.column })}
      </span>
    </li>
  )
}
