import type { ClientLimit } from '@notifly/contracts/templates/templates'
import { partsOf } from '../../../../components/email/content.ts'
import type { LivePreview } from '../../../../components/email/use-preview.ts'
import { useIsPhone } from '../../../../ui/use-media-query.ts'
import { ProblemsPanel, type ProblemsPanelProps } from '../ProblemsPanel.tsx'
import type { EditorState } from '../use-editor.ts'
import { ClientLimits, LinkChecks } from './MailChecks.tsx'

const NO_LIMITS: readonly ClientLimit[] = []

interface MailProblemsProps extends Pick<ProblemsPanelProps, 'onGoTo' | 'onMend' | 'mayMend' | 'placeOf'> {
  state: EditorState
  preview: LivePreview
}

/** What to look at before a mail is sent, whatever it is written with: problems, size, limits of mail programs, links. */
export function MailProblems({ state, preview, ...acts }: MailProblemsProps) {
  const { data, isStale } = preview
  return (
    <ProblemsPanel
      problems={data?.problems}
      sizeBytes={isStale ? undefined : data?.size_bytes}
      // A phone shows the mail first, and how many problems it has.
      startsOpen={!useIsPhone()}
      {...acts}
    >
      <ClientLimits limits={data?.client_limits ?? NO_LIMITS} />
      <LinkChecks content={partsOf(state.content)} />
    </ProblemsPanel>
  )
}
