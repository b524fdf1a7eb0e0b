import type { Problem } from '@notifly/contracts/templates/templates'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { applyFix, fixOf } from '../editor/problem-fixes.ts'
import type { BlockProblems } from '../editor/page/page-props.ts'
import type { EditorState } from '../editor/use-editor.ts'
import { excerptOf, kindOf } from './model/kinds.ts'
import { blockFinder } from './model/outline.ts'
import { blockAt } from './model/places.ts'
import { addBlock } from './use-block-acts.ts'
import { useBlockWord } from './use-block-word.ts'
import { useVisualShared } from './visual-context.ts'

interface ProblemPlaces {
  state: EditorState
  /** A block was chosen. */
  onBlock?: () => void
  /** Goes on in the fields of the chosen block. */
  onField?: () => void
}

/** Leads to the block that has a problem, and mends what one press can mend. */
export function useProblemActs({ state, onBlock, onField }: ProblemPlaces): BlockProblems {
  const { t } = useTranslation(['templates', 'visual'])
  const { visual, brand } = useVisualShared()
  const word = useBlockWord()
  const { root } = visual
  const blockOf = useMemo(() => blockFinder(root), [root])
  const goTo = (problem: Problem) => {
    visual.choose(blockOf(problem) ?? null)
    onBlock?.()
  }
  return {
    goTo,
    placeOf: problem => {
      const block = blockAt(visual.root, blockOf(problem) ?? null)?.block
      if (!block) return t('weight.whole')
      return excerptOf(block) || t(`visual:kinds.${kindOf(block)}`)
    },
    mend: problem => {
      const remedy = fixOf(problem)
      if (remedy === 'insertLink') {
        addBlock({ ...visual, chosen: null }, 'footer', { brand, word })
      } else if (remedy === 'describe') {
        goTo(problem)
        onField?.()
      } else {
        state.change(applyFix(state.content, problem, t('starters.words.unsubscribe')).content)
      }
    },
  }
}
