/**
 * Confirms the person's identity in the middle of a call: the server responds with 1006, the dashboard asks, and the call is made again.
 * The dialog is in the app shell (IdentityDialog); calls wait here for its outcome.
 */
import type { ERRORS } from '@notifly/contracts/errors'
import { createStore } from './store.ts'

/** The server requires a confirmed identity before this call. */
export const CONFIRM_IDENTITY = 1006 satisfies (typeof ERRORS)['confirmIdentity']['code']

interface Question {
  settle: (isConfirmed: boolean) => void
}

/** Set while the dialog is open. */
export const identityQuestion = createStore<Question | undefined>(undefined)

let answer: Promise<boolean> | undefined

/** Asks the person to confirm their identity. Resolves to false if they cancel; concurrent calls share one dialog. */
export function confirmIdentity(): Promise<boolean> {
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
