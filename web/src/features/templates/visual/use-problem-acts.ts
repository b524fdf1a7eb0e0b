import type { Problem } from '@notifly/contracts/templates/templates'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { mend, remedyOf } from '../editor/remedies.ts'
import type { EditorState } from '../editor/use-editor.ts'
import { excerptOf, kindOf } from './model/kinds.ts'
import { blockFinder } from './model/outline.ts'
import { blockAt } from './model/places.ts'
import { addBlock } from './use-block-acts.ts'
import { useBlockWord } from './use-block-word.ts'
import { useVisualShared } from './visual-context.ts'

interface ProblemActs {
  goTo: (problem: Problem) => void
  mend: (problem: Problem) => void
  /** The block that has it, as the structure calls it. */
  placeOf: (problem: Problem) => string | undefined
}

/** Leads to the block that has a problem, and mends what one press can mend. */
export function useProblemActs({ state, onField }: { state: EditorState; onField: () => void }): ProblemActs {
  const { t } = useTranslation(['templates', 'visual'])
  const { visual, brand } = useVisualShared()
  const word = useBlockWord()
  const { root } = visual
  const blockOf = useMemo(() => blockFinder(root), [root])
  const goTo = (problem: Problem) => {
    if (problem.part !== 'mjml') return
    visual.choose(blockOf(problem) ?? null)
  }
  return {
    goTo,
    placeOf: problem => {
      const id = problem.part === 'mjml' ? blockOf(problem) : undefined
      const block = blockAt(visual.root, id ?? null)?.block
      if (!block) return problem.part === 'mjml' ? t('weight.whole') : undefined
      return excerptOf(block) || t(`visual:kinds.${kindOf(block)}`)
    },
    mend: problem => {
      const remedy = remedyOf(problem)
      if (remedy === 'insertLink') {
        addBlock({ ...visual, chosen: null }, 'footer', { brand, word })
      } else if (remedy === 'describe' && problem.part === 'mjml') {
        goTo(problem)
        onField()
      } else {
        state.change(mend(state.content, problem, t('starters.words.unsubscribe')).content)
      }
    },
  }
}
