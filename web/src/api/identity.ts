/**
 * Confirming who it is, in the middle of a call: the server answers 1006, the dashboard asks, and the call is made again. The
 * dialog that asks is in the app shell (IdentityDialog); calls wait here for its outcome.
 */
import type { ERRORS } from '@notifly/contracts/errors'
import { createStore } from './store.ts'

/** What the server answers to a call before which it wants to know who it is. */
export const CONFIRM_IDENTITY = 1006 satisfies (typeof ERRORS)['confirmIdentity']['code']

interface Question {
  settle: (isConfirmed: boolean) => void
}

/** Set while the person is asked. */
export const identityQuestion = createStore<Question | undefined>(undefined)

let answer: Promise<boolean> | undefined

/** Asks who it is. Resolves false when the person turns away; calls that ask at the same moment share one dialog. */
export function askIdentity(): Promise<boolean> {
  answer ??= new Promise(resolve => {
    identityQuestion.set({
      settle: isConfirmed => {
        identityQuestion.set(undefined)
        answer = undefined
        resolve(isConfirmed)
      },
    })
  })
  return answer
}
