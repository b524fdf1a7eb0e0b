import { createContext, use } from 'react'
import type { Wizard } from './wizard-state.ts'

/** The campaign that is edited on this page; within an A/B test's editor, one of its variants. */
export const WizardContext = createContext<Wizard | null>(null)

export function useWizard(): Wizard {
  const wizard = use(WizardContext)
  if (wizard === null) throw new Error('no wizard around this component')
  return wizard
}
