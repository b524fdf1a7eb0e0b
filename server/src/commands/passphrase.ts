import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'
import type { Config } from '../config.ts'
import { StartError } from '../lib/start-error.ts'

/** Words that an attacker of these backups tries first. */
const OWN_WORDS = ['notifly', 'backup', 'archive', 'restore']
/** Characters behind these are ignored, so that the check takes bounded time. */
const LOOKED_AT = 60
/** Of 0 to 4. An attacker with a copy of a backup has years to guess: below this score, ten thousand million guesses are enough. */
const LEAST_SCORE = 4

/** The passphrase that opens backups. Throws StartError if it is not set. */
export function passphraseOf({ backup: { passphrase } }: Config): string {
  if (passphrase !== null) return passphrase
  throw new StartError(
    'NOTIFLY_BACKUP_PASSPHRASE is not set: backups are encrypted with it. Keep it somewhere else than the backups, ' +
      'for example in a password manager: without it they cannot be opened.',
  )
}

/** The passphrase for writing a backup: one that is easy to guess is refused. */
export function strongPassphraseOf(config: Config): string {
  const passphrase = passphraseOf(config)
  const judge = new ZxcvbnFactory({
    dictionary: { ...dictionary, own: OWN_WORDS },
    graphs: adjacencyGraphs,
    maxLength: LOOKED_AT,
  })
  if (judge.check(passphrase.normalize('NFKC').slice(0, LOOKED_AT)).score >= LEAST_SCORE) return passphrase
  throw new StartError(
    'NOTIFLY_BACKUP_PASSPHRASE can be guessed. Take five random words or more, or `openssl rand -base64 24`.',
  )
}
