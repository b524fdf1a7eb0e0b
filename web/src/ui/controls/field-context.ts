import { createContext, useContext, useId } from 'react'

export type FieldState = {
  controlId: string
  labelId: string | undefined
  describedBy: string | undefined
  invalid: boolean
}

export const FieldContext = createContext<FieldState | null>(null)

/**
 * The ids and states that a control takes from the surrounding Field. Outside of one the control gets an id of its own
 * and needs an aria-label.
 */
export function useFieldState(ownId?: string | undefined): FieldState {
  const field = useContext(FieldContext)
  const freshId = useId()
  return field ?? { controlId: ownId ?? freshId, labelId: undefined, describedBy: undefined, invalid: false }
}
