/**
 * Detects passwords that attackers try first: those of leaked lists, also with capitals, digits in place of letters and a suffix that
 * satisfies the rule ("P@ssw0rd1!"). Uses zxcvbn-ts (Wheeler, USENIX Security 2016) with its list of common passwords.
 */
import { sentence } from '@notifly/contracts/sentences/sentence'
import type { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { invalidField } from '../../../lib/app-error.ts'

/** Only this many characters are checked, which bounds the time. */
const LOOKED_AT = 40
/** On a scale of 0 to 4: below this, a million guesses are enough. */
const LEAST_SCORE = 2

let judge: Promise<ZxcvbnFactory> | undefined

/** Throws at `field` for a password that is easy to guess. Takes milliseconds for any input. */
export async function refuseCommonPassword(field: string, password: string): Promise<void> {
  judge ??= loadJudge()
  if ((await judge).check(password.normalize('NFKC').slice(0, LOOKED_AT)).score >= LEAST_SCORE) return
  throw invalidField(field, sentence('accounts.commonPassword'))
}

/** Loads the checker when it is first needed: its list takes megabytes. */
async function loadJudge(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory: Factory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  return new Factory({ dictionary, graphs: adjacencyGraphs, maxLength: LOOKED_AT })
}
