/**
 * Passwords that attackers try first: those of leaked lists, also with capitals, digits for letters and a tail that makes
 * them fit the rule ("P@ssw0rd1!"). Judged by zxcvbn-ts (Wheeler, USENIX Security 2016) with its list of common passwords.
 */
import { sentence } from '@notifly/contracts/sentences/sentence'
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'
import { invalidField } from '../../../lib/app-error.ts'

/** What is behind these characters is not looked at: the time that the judgement takes is bounded. */
const LOOKED_AT = 40
/** Of 0 to 4: below it a million guesses are enough. */
const LEAST_SCORE = 2

let judge: ZxcvbnFactory | undefined

/** Throws at `field` for a password that is guessed soon. Takes milliseconds for any input. */
export function refuseCommonPassword(field: string, password: string): void {
  judge ??= new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: LOOKED_AT })
  if (judge.check(password.normalize('NFKC').slice(0, LOOKED_AT)).score >= LEAST_SCORE) return
  throw invalidField(field, sentence('accounts.commonPassword'))
}
